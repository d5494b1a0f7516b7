type Texts = { measures: Record<string, { definition: string }> }

const translations = import.meta.glob<Texts>('../texts/measures/*.json', { import: 'default' })

/** How each measure is defined here, by name: in the language, or in English where it lacks one. */
export async function definitionsIn(language: string): Promise<ReadonlyMap<string, string>> {
  const [{ measureDescriptions, wordMeasureDescriptions }, texts] = await Promise.all([
    import('@fonema/speech/measures'),
    translations[`../texts/measures/${language}.json`]?.(),
  ])
  const all = Object.values({ ...measureDescriptions, ...wordMeasureDescriptions })
  return new Map(
    all.flatMap(({ measures }) =>
      Object.entries(measures).map(
        ([name, { definition }]) => [name, texts?.measures[name]?.definition ?? definition] as const,
      ),
    ),
  )
}
