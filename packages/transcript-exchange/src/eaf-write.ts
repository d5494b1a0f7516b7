import type { TypedWord } from '@fonema/contract'
import {
  inMilliseconds,
  isTimed,
  Losses,
  layersOf,
  orderly,
  roundedWords,
  type TimedWord,
  type Transcript,
  type Written,
} from './transcript.ts'

/** A tier of words without a time: their time slots have no value, but a place in the order of all slots. */
export const untimedTier = 'untimed'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Placed = { word: TypedWord; index: number }
type Slot = { id: string; at: number; isStart: boolean; index: number; value: number | null }

/** An ELAN file (EAF 3.0). Times are milliseconds. */
export function writeEaf({ words, duration, made }: Transcript): Written {
  const losses = new Losses()
  const known = orderly({ words, duration })
  losses.add('untimed', known.filter((word, i) => word.start === null && words[i]!.start !== null).length)
  losses.add('times_rounded', roundedWords(known))
  const rounded = known.map((word) => {
    if (!isTimed(word)) return word
    const { start, end } = inMilliseconds(word)
    return { ...word, start, end }
  })
  const { layers, others } = layersOf(rounded, 1)
  const indexOf = new Map<TypedWord, number>(rounded.map((word, i) => [word, i]))
  const placed = (layer: readonly TypedWord[]) => layer.map((word) => ({ word, index: indexOf.get(word)! }))
  const tiers = layers.map((layer, i) => tierLines(i === 0 ? '' : ` ${i + 1}`, 'words', placed(layer)))
  if (others.length > 0) tiers.push(tierLines(` ${untimedTier}`, untimedTier, placed(others.map((i) => rounded[i]!))))
  if (tiers.length === 0) tiers.push(tierLines('', 'words', []))
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ANNOTATION_DOCUMENT AUTHOR="" DATE="${made.toISOString()}" FORMAT="3.0" VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">`,
    '    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>',
    '    <TIME_ORDER>',
    ...slotsOf(rounded).map(({ id, value }) => {
      const time = value === null ? '' : ` TIME_VALUE="${value}"`
      return `        <TIME_SLOT TIME_SLOT_ID="${id}"${time}/>`
    }),
    '    </TIME_ORDER>',
    ...tiers.flat(),
    '    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="words" TIME_ALIGNABLE="true"/>',
    '    <LINGUISTIC_TYPE CONSTRAINTS="Symbolic_Association" GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="note" TIME_ALIGNABLE="false"/>',
    '    <CONSTRAINT DESCRIPTION="1-1 association with a parent annotation" STEREOTYPE="Symbolic_Association"/>',
    '</ANNOTATION_DOCUMENT>',
  ]
  return { text: `${lines.join('\n')}\n`, losses: losses.list() }
}

/** Two slots for each word, in the order of time. The order of the starts is that of the words. */
function slotsOf(words: readonly TypedWord[]): Slot[] {
  let latest = 0
  const slots = words.flatMap((word, index): Slot[] => {
    if (isTimed(word)) latest = word.start
    const end = (word as TimedWord).end ?? latest
    return [
      { id: `s${index}`, at: latest, isStart: true, index, value: word.start },
      { id: `e${index}`, at: end, isStart: !isTimed(word), index, value: word.end },
    ]
  })
  return slots.sort((a, b) => a.at - b.at || Number(a.isStart) - Number(b.isStart) || a.index - b.index)
}

function tierLines(suffix: string, name: string, words: readonly Placed[]): string[] {
  const parent = name === untimedTier ? untimedTier : `words${suffix}`
  const notes = (tier: string, noteOf: (word: TypedWord) => string) => [
    `    <TIER LINGUISTIC_TYPE_REF="note" PARENT_REF="${parent}" TIER_ID="${tier}${suffix}">`,
    ...words.flatMap(({ word, index }) => {
      const value = noteOf(word)
      return value === '' ? [] : annotation('REF', `ANNOTATION_ID="${tier}${index}" ANNOTATION_REF="a${index}"`, value)
    }),
    '    </TIER>',
  ]
  return [
    `    <TIER LINGUISTIC_TYPE_REF="words" TIER_ID="${parent}">`,
    ...words.flatMap(({ word, index }) => {
      const slots = `TIME_SLOT_REF1="s${index}" TIME_SLOT_REF2="e${index}"`
      return annotation('ALIGNABLE', `ANNOTATION_ID="a${index}" ${slots}`, word.text)
    }),
    '    </TIER>',
    ...notes('speaker', ({ speaker }) => speaker ?? ''),
    ...notes('marks', ({ marks }) => (marks ?? []).join(' ')),
  ]
}

const annotation = (kind: 'REF' | 'ALIGNABLE', attributes: string, value: string) => [
  '        <ANNOTATION>',
  `            <${kind}_ANNOTATION ${attributes}>`,
  `                <ANNOTATION_VALUE>${escaped(value)}</ANNOTATION_VALUE>`,
  `            </${kind}_ANNOTATION>`,
  '        </ANNOTATION>',
]
