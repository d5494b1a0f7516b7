import { expect, test } from 'vitest'
import { alignReading } from './align-reading.ts'
import { measureReading } from './reading.ts'

const lists = {
  stopWords: new Set<string>(),
  fillers: new Set(['um', 'euh']),
  doubtfulFillers: new Set(['este']),
  elisions: ["l'", "d'"],
}
const text = 'The north wind and the sun were arguing.'
const spokenOf = (said: string) =>
  said
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ text: word, startS: null, endS: null }))

/** The text with marks: [skipped], old>new, word×2 for repeated, word~ for corrected, +added, and … for not reached. */
function marked(said: string, printed = text, language = 'en') {
  const spoken = spokenOf(said)
  const { words, added } = alignReading(printed, spoken, language, lists)
  const addedAfter = (index: number) =>
    added.filter(({ after }) => after === index).map(({ place }) => `+${spoken[place]!.text}`)
  return [
    ...addedAfter(-1),
    ...words.flatMap((word, index) => {
      const instead = word.places.map((place) => spoken[place]!.text).join('_')
      const states = {
        read: word.text,
        skipped: `[${word.text}]`,
        replaced: `${word.text}>${instead}`,
        not_reached: '…',
      }
      const again = word.repeated === 0 ? '' : `×${word.repeated + 1}`
      return [`${states[word.state]}${again}${word.isCorrected ? '~' : ''}`, ...addedAfter(index)]
    }),
  ].join(' ')
}

test('a text that is read as it is printed has no marks, whatever its capitals, accents and signs', () => {
  expect(marked('the north wind, and the sun were arguing')).toBe(text)
  expect(marked('l eau du cerf volant où 3 élèves', 'L’eau du cerf-volant, ou trois eleves', 'fr')).toBe(
    'L’eau du cerf-volant, ou trois eleves',
  )
})

test('words are skipped, replaced and added', () => {
  expect(marked('the wind and the moon were always arguing')).toBe(
    'The [north] wind and the sun>moon were +always arguing.',
  )
})

test('words after the last one that was read are not reached', () => {
  expect(marked('the north wind')).toBe('The north wind … … … … …')
  expect(marked('')).toBe('… … … … … … … …')
})

test('a word or a phrase that is said again is repeated, not added', () => {
  expect(marked('the the north wind and the sun were arguing')).toBe('The×2 north wind and the sun were arguing.')
  expect(marked('the north wind the north wind and the sun were arguing')).toBe(
    'The×2 north×2 wind×2 and the sun were arguing.',
  )
  expect(marked('the the the north wind and the sun were arguing')).toContain('The×')
})

test('a wrong word that the reader puts right is corrected', () => {
  expect(marked('the north wint wind and the sun were arguing')).toBe('The north wind~ and the sun were arguing.')
  expect(marked('the north wind and the son the sun were arguing')).toBe('The north wind and the×2 sun~ were arguing.')
  expect(marked('the north wind and the moon the sun were arguing')).toBe('The north wind and the×2 sun~ were arguing.')
  expect(marked('the north wint no wind and the sun were arguing')).toBe(
    'The north +no wind~ and the sun were arguing.',
  )
})

test('a word that is begun and left before it is read is corrected; another fragment is nothing', () => {
  expect(marked('the nor- north wind and the sun were arguing')).toBe('The north~ wind and the sun were arguing.')
  expect(marked('the bla- north wind and the sun were arguing')).toBe('The north wind and the sun were arguing.')
})

test('filled pauses are not there; quite another word before the right one is added', () => {
  expect(marked('um the north um wind and the sun were arguing')).toBe(text)
  expect(marked('the north banana wind and the sun were arguing')).toBe(
    'The north +banana wind and the sun were arguing.',
  )
})

test('an elided word is one word of the text', () => {
  expect(marked("l'eau bout", 'L’eau bout', 'fr')).toBe('L’eau bout')
  expect(marked('eau bout', 'L’eau bout', 'fr')).toBe('L’eau>eau bout')
})

test('the shares are those of the words that were reached', () => {
  const { words, added } = alignReading(
    text,
    spokenOf('the the wind and and the moon were really arguing'),
    'en',
    lists,
  )
  expect(measureReading({ words, added }).scores).toEqual({
    reading_as_printed_pct: 75,
    reading_skipped_pct: 12.5,
    reading_replaced_pct: 12.5,
    reading_repeated_pct: 25,
    reading_corrected_pct: 0,
    reading_added_per_100_words: 12.5,
  })
})

test('without words there is nothing to measure', () => {
  const { scores, missing } = measureReading(alignReading(text, [], 'en', lists))
  expect(scores).toEqual({})
  expect(Object.values(missing)).toEqual(Array(6).fill('no_words'))
})
