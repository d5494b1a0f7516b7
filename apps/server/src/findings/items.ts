import type { FeatureResult, ItemKind, ItemResponse, ProtocolResponse } from '@fonema/contract'
import type { Item } from '@fonema/findings'
import { readsSamples } from '../analysis/functions.ts'

/** Every item of the protocol in order, answered or not. */
export function itemsOf({ protocol, responses }: ProtocolResponse): Item[] {
  const answers = new Map(responses.map((answer) => [answer.protocol_item.id, answer]))
  return protocol.items
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, order, title, category }) => {
      const answer = answers.get(id)
      const results = answer?.feature_extraction_res ?? []
      const errors = results.filter(readsAudio).flatMap(({ status, error }) => (status === 'failed' ? [error] : []))
      return {
        id,
        order,
        title,
        state: stateOf(answer),
        errors: [...new Set(errors)],
        quality: answer?.quality ?? null,
        hasFreeWords: !given.has(category.name),
        words: wordsOf(results),
      }
    })
}

/** Tasks whose words are given or a list, and tasks without words. */
const given: ReadonlySet<string> = new Set<ItemKind>([
  'sustained_vowel',
  'diadochokinesis',
  'reading',
  'sentence',
  'counting',
  'naming',
  'fluency',
])

const readsAudio = ({ feature_extraction_func }: FeatureResult) => readsSamples(feature_extraction_func.entry)

function stateOf(answer: ItemResponse | undefined): Item['state'] {
  if (answer === undefined) return 'unanswered'
  if (answer.is_skipped) return 'skipped'
  if (answer.takes.every(({ status }) => status !== 'counting')) return 'interrupted'
  const results = answer.feature_extraction_res
  if (results.length === 0) return 'recorded'
  if (results.some(({ status }) => status === 'pending')) return 'pending'
  // A missing transcript is no failure of the recording.
  const ofAudio = results.filter(readsAudio)
  return ofAudio.length > 0 && ofAudio.every(({ status }) => status === 'failed') ? 'failed' : 'measured'
}

const wordsOf = (results: readonly FeatureResult[]): Item['words'] =>
  results.flatMap((result) =>
    result.status !== 'ready'
      ? []
      : (result.data.words ?? []).flatMap(({ start, end, doubt }) =>
          start === null || end === null || doubt !== undefined ? [] : [{ start, end }],
        ),
  )
