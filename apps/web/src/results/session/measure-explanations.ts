import type { Direction } from '@fonema/speech/measures'

export type MeasureExplanation = {
  definition: string
  /** what it tells a clinician, in one sentence */
  meaning: string
  direction: Direction
  source: string
}

/** A language's translation of the explanations in `@fonema/speech`, which are in English. */
export type MeasureTexts = {
  sources: Record<string, string>
  measures: Record<string, { definition: string; meaning: string }>
}

const translations = import.meta.glob<MeasureTexts>('../../texts/measures/*.json', { import: 'default' })

/** Every measure's explanation by name. Loaded on the first request: most visits need none. */
export async function loadExplanations(language: string): Promise<ReadonlyMap<string, MeasureExplanation>> {
  const [{ measureDescriptions, wordMeasureDescriptions }, texts] = await Promise.all([
    import('@fonema/speech/measures'),
    translations[`../../texts/measures/${language}.json`]?.(),
  ])
  const described = Object.values({ ...measureDescriptions, ...wordMeasureDescriptions }).flatMap(
    ({ source: ofFunction, measures }) =>
      Object.entries(measures).map(([name, { definition, meaning, direction, source = ofFunction }]) => {
        const words = texts?.measures[name] ?? { definition, meaning }
        return [name, { ...words, direction, source: texts?.sources[source] ?? source }] as const
      }),
  )
  return new Map(described)
}
