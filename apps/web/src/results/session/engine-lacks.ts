import type { ReadyResult } from '@fonema/contract'

/** What a transcript's recogniser does not give: some measures need the times of words, and trust needs probabilities. */
export function engineLacks({ engine, words = [] }: ReadyResult['data']) {
  if (engine === 'typed' || words.length === 0) return undefined
  const isTimed = words.some(({ start }) => start !== null)
  const isWeighted = words.some(({ confidence }) => confidence !== undefined)
  if (isTimed) return isWeighted ? undefined : 'confidence'
  return isWeighted ? 'times' : 'both'
}
