import { alignReading } from '@fonema/speech'
import { expect, test } from 'vitest'
import { contentFolder } from '../app.ts'
import { openCatalogue } from '../content/catalogue.ts'
import { readContent } from '../content/files.ts'

const content = await readContent(contentFolder)
const catalogue = await openCatalogue(contentFolder, content)

/** The same numbers at every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Marks = { state: string; repeated: number; isCorrected: boolean; added: number }
const plainOf = (word: string) => word.toLowerCase().replace(/[^\p{L}]/gu, '')
const kinds = ['skipped', 'replaced', 'repeated', 'corrected', 'added'] as const

/** A reading of the text with an error of each kind, at least eight words apart, and what is known of each word. */
function readingOf(words: readonly string[], random: () => number) {
  const gap = Math.floor(words.length / kinds.length)
  const order = kinds.map((kind) => ({ kind, key: random() })).sort((a, b) => a.key - b.key)
  const errors = new Map(
    order.map(({ kind }, index) => [index * gap + 2 + Math.floor(random() * (gap - 8)), kind] as const),
  )
  const said: string[] = []
  const truth = words.map((): Marks => ({ state: 'read', repeated: 0, isCorrected: false, added: 0 }))
  for (const [index, word] of words.entries()) {
    const kind = errors.get(index)
    const mark = truth[index]!
    if (kind === 'skipped') mark.state = 'skipped'
    else if (kind === 'replaced') {
      mark.state = 'replaced'
      said.push('blorfo')
    } else said.push(word)
    if (kind === 'repeated') {
      const wanted = 1 + Math.floor(random() * 3)
      // "the colder the colder the": nobody can hear which of the two phrases was said again.
      const isAmbiguous = plainOf(words[index - wanted]!) === plainOf(word)
      const length = isAmbiguous ? 1 : wanted
      for (let back = length - 1; back >= 0; back--) {
        said.push(words[index - back]!)
        truth[index - back]!.repeated = 1
      }
    } else if (kind === 'corrected') {
      mark.isCorrected = true
      said.splice(-1, 0, `${plainOf(word).slice(0, 2)}-`)
    } else if (kind === 'added') {
      mark.added = 1
      said.push('zwix')
    }
  }
  return { said, truth }
}

test.each(['es-ES', 'en-US', 'pt-BR', 'fr-FR'])(
  'finds the errors of 50 constructed readings of the text in %s',
  (locale) => {
    const protocol = content.protocols.find((one) => one.locale === locale && one.key === 'voice-and-articulation')
    const text = protocol?.items.find(({ category }) => category === 'reading')?.reference_text ?? ''
    const language = locale.slice(0, 2)
    const lists = catalogue.wordLists(language)
    const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
    const random = randomFrom(7)
    const wrong: string[] = []
    for (let reading = 0; reading < 50; reading++) {
      const { said, truth } = readingOf(words, random)
      const spoken = said.map((word) => ({ text: word, startS: null, endS: null }))
      const found = alignReading(text, spoken, language, lists)
      const marks = found.words.map(
        ({ state, repeated, isCorrected }, index): Marks => ({
          state,
          repeated,
          isCorrected,
          added: found.added.filter(({ after }) => after === index).length,
        }),
      )
      for (const [index, mark] of marks.entries())
        if (JSON.stringify(mark) !== JSON.stringify(truth[index]))
          wrong.push(`${reading} ${words[index]}: ${JSON.stringify(truth[index])} → ${JSON.stringify(mark)}`)
    }
    expect(wrong).toEqual([])
  },
)
