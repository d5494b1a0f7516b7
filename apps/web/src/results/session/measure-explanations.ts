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

const ownDocuments = /(?: \(|, )(?:decision|decisión|decisão|décision) \d{4}\)?| \(docs\/[\w.-]+\)/g

/** Without the references to the project's own documents, which docs/measures needs and a clinician cannot open. */
export const forReaders = (text: string) => text.replaceAll(ownDocuments, '')

/** Every measure's explanation by name. Loaded on the first request: most visits need none. */
export async function loadExplanations(language: string): Promise<ReadonlyMap<string, MeasureExplanation>> {
  const [{ cards, indexDescriptions, measureDescriptions, wordMeasureDescriptions }, texts] = await Promise.all([
    import('@fonema/speech/measures'),
    translations[`../../texts/measures/${language}.json`]?.(),
  ])
  const functions = Object.entries({ ...measureDescriptions, ...wordMeasureDescriptions, ...indexDescriptions })
  const described = functions.flatMap(([family, { source: ofFunction, measures }]) => {
    const english = cards[family as keyof typeof cards]
    const { sources, ...asWritten } = english
    const fields = Object.entries(texts?.cards[family] ?? asWritten)
    const card = Object.fromEntries(fields.map(([field, text]) => [field, forReaders(text)])) as CardTexts
    const cited = (name: string) => forReaders(texts?.sources[name] ?? name)
    return Object.entries(measures).map(([name, { definition, meaning, direction, source = ofFunction, ...scale }]) => {
      const words = texts?.measures[name] ?? { definition, meaning }
      return [
        name,
        {
          definition: forReaders(words.definition),
          meaning: forReaders(words.meaning),
          direction,
          unit: (scale.shown ?? scale).unit || null,
          source: cited(source),
          card,
          familySources: sources.map(cited),
        },
      ] as const
    })
  })
  return new Map(described)
}
