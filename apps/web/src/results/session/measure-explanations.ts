import type { Card, Direction } from '@fonema/speech/measures'

/** A family's card in one language: the same fields as docs/measures, from the same source. */
type CardTexts = Record<Exclude<keyof Card, 'sources'>, string>

export type MeasureExplanation = {
  definition: string
  /** what it tells a clinician, in one sentence */
  meaning: string
  direction: Direction
  /** of the displayed value; null for a count or a plain number */
  unit: string | null
  source: string
  /** what is known of its family */
  card: CardTexts
  familySources: readonly string[]
}

/** A language's translation of the explanations in `@fonema/speech`, which are in English. */
export type MeasureTexts = {
  sources: Record<string, string>
  measures: Record<string, { definition: string; meaning: string }>
  cards: Record<string, CardTexts>
}

const translations = import.meta.glob<MeasureTexts>('../../texts/measures/*.json', { import: 'default' })

/** Every measure's explanation by name. Loaded on the first request: most visits need none. */
export async function loadExplanations(language: string): Promise<ReadonlyMap<string, MeasureExplanation>> {
  const [{ cards, indexDescriptions, measureDescriptions, wordMeasureDescriptions }, texts] = await Promise.all([
    import('@fonema/speech/measures'),
    translations[`../../texts/measures/${language}.json`]?.(),
  ])
  const functions = Object.entries({ ...measureDescriptions, ...wordMeasureDescriptions, ...indexDescriptions })
  const described = functions.flatMap(([family, { source: ofFunction, measures }]) => {
    const english = cards[family as keyof typeof cards]
    const card = texts?.cards[family] ?? english
    const cited = (name: string) => texts?.sources[name] ?? name
    return Object.entries(measures).map(([name, { definition, meaning, direction, source = ofFunction, ...scale }]) => {
      const words = texts?.measures[name] ?? { definition, meaning }
      return [
        name,
        {
          ...words,
          direction,
          unit: (scale.shown ?? scale).unit || null,
          source: cited(source),
          card,
          familySources: english.sources.map(cited),
        },
      ] as const
    })
  })
  return new Map(described)
}
