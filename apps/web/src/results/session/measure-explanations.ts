import type { Direction } from '@fonema/speech/measures'

export type MeasureExplanation = {
  definition: string
  /** what it tells a clinician, in one sentence */
  meaning: string
  direction: Direction
  source: string
  /** for whom its family was validated, and what changes its values */
  validated: string
  moves: string
}

/** A language's translation of the explanations in `@fonema/speech`, which are in English. */
export type MeasureTexts = {
  sources: Record<string, string>
  measures: Record<string, { definition: string; meaning: string }>
  cards: Record<string, { validated: string; moves: string }>
}

const translations = import.meta.glob<MeasureTexts>('../../texts/measures/*.json', { import: 'default' })

/** Every measure's explanation by name. Loaded on the first request: most visits need none. */
export async function loadExplanations(language: string): Promise<ReadonlyMap<string, MeasureExplanation>> {
  const [{ cards, measureDescriptions, wordMeasureDescriptions }, texts] = await Promise.all([
    import('@fonema/speech/measures'),
    translations[`../../texts/measures/${language}.json`]?.(),
  ])
  const functions = Object.entries({ ...measureDescriptions, ...wordMeasureDescriptions })
  const described = functions.flatMap(([family, { source: ofFunction, measures }]) => {
    const { validated, moves } = texts?.cards[family] ?? cards[family as keyof typeof cards]
    return Object.entries(measures).map(([name, { definition, meaning, direction, source = ofFunction }]) => {
      const words = texts?.measures[name] ?? { definition, meaning }
      return [name, { ...words, direction, source: texts?.sources[source] ?? source, validated, moves }] as const
    })
  })
  return new Map(described)
}
