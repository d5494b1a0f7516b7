import { cards, indexDescriptions, measureDescriptions, wordMeasureDescriptions } from '@fonema/speech/measures'
import { expect, test } from 'vitest'
import es from '../../texts/measures/es.json' with { type: 'json' }
import fr from '../../texts/measures/fr.json' with { type: 'json' }
import pt from '../../texts/measures/pt.json' with { type: 'json' }
import { loadExplanations, type MeasureTexts } from './measure-explanations.ts'

const functions = Object.values({ ...measureDescriptions, ...wordMeasureDescriptions, ...indexDescriptions })
const english = new Map(functions.flatMap(({ measures }) => Object.entries(measures)))
const sources = new Set(
  functions.flatMap(({ source, measures }) => [source, ...Object.values(measures).map((m) => m.source ?? source)]),
)
const languages: [string, MeasureTexts][] = [
  ['es', es],
  ['pt', pt],
  ['fr', fr],
]

const numbers = (text: string) => (text.replaceAll(/(\d),(\d)/g, '$1.$2').match(/\d+(\.\d+)?/g) ?? []).sort()

test.each(languages)('the language %s explains every measure and cites every source, and nothing else', (_, texts) => {
  expect(Object.keys(texts.measures).sort()).toEqual([...english.keys()].sort())
  const cited = new Set(Object.values(cards).flatMap((card) => card.sources))
  const known = Object.keys(texts.sources)
  expect([...sources].filter((source) => !known.includes(source))).toEqual([])
  // A reference that is the same in every language needs no translation.
  expect(known.filter((source) => !sources.has(source) && !cited.has(source))).toEqual([])
})

test.each(languages)('the explanations of the language %s are its own sentences', (_, texts) => {
  for (const [name, { definition, meaning }] of Object.entries(texts.measures)) {
    expect(definition, name).not.toBe(english.get(name)?.definition)
    expect(meaning, name).not.toBe(english.get(name)?.meaning)
    for (const text of [definition, meaning]) expect(text, name).toMatch(/^[\p{Lu}0-9].*\.$/u)
  }
  for (const source of Object.values(texts.sources)) expect(source.trim()).not.toBe('')
})

test.each(languages)(
  'the language %s has the whole card of every family, with the numbers of the English',
  (_, texts) => {
    expect(Object.keys(texts.cards).sort()).toEqual(Object.keys(cards).sort())
    for (const [name, card] of Object.entries(texts.cards)) {
      const { sources: _, ...english } = cards[name as keyof typeof cards]
      expect(Object.keys(card).sort(), name).toEqual(Object.keys(english).sort())
      for (const [field, text] of Object.entries(card)) {
        expect(text, `${name} ${field}`).not.toBe(english[field as keyof typeof english])
        expect(text, `${name} ${field}`).toMatch(field === 'title' ? /^\p{Lu}.*[^.]$/u : /^\p{Lu}.*\.$/u)
        expect(numbers(text), `${name} ${field}`).toEqual(numbers(english[field as keyof typeof english]))
      }
    }
  },
)

test.each(languages)('the numbers of the language %s equal those of the English', (_, texts) => {
  for (const [name, { definition, meaning }] of Object.entries(texts.measures)) {
    const { definition: defined, meaning: meant } = english.get(name)!
    expect(numbers(definition), name).toEqual(numbers(defined))
    expect(numbers(meaning), name).toEqual(numbers(meant))
  }
})

test('an explanation is in the requested language, including English', async () => {
  const [spanish, asWritten] = await Promise.all([loadExplanations('es'), loadExplanations('en')])
  expect(spanish.get('f0_mean_hz')?.meaning).toBe(es.measures.f0_mean_hz.meaning)
  expect(asWritten.get('f0_mean_hz')?.meaning).toBe(english.get('f0_mean_hz')?.meaning)
  expect(spanish.get('f0_mean_hz')?.card.title).toBe(es.cards.prosody.title)
  expect(asWritten.get('f0_mean_hz')?.card.age).toBe(cards.prosody.age)
  expect([...spanish.keys()]).toEqual([...asWritten.keys()])
})

test.each(['es', 'en', 'pt', 'fr'])(
  'explanations in %s lead nobody to the project’s own documents',
  async (language) => {
    const texts = [...(await loadExplanations(language)).values()].flatMap(
      ({ definition, meaning, source, card, familySources }) => [
        ...[definition, meaning, source, ...familySources],
        ...Object.values(card),
      ],
    )
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter((text) => /docs\/|d[eé]cis\S+ \d{4}| [,.;)]|\(\)/.test(text))).toEqual([])
  },
)
