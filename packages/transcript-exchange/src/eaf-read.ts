import { SaxesParser } from 'saxes'
import {
  checkWords,
  type ReadWord,
  readMarks,
  readSpeaker,
  readTime,
  refuseControlCharacters,
  wordOf,
} from './check.ts'
import { untimedTier } from './eaf-write.ts'
import { TranscriptFileError } from './problem.ts'
import { Losses, type Read } from './transcript.ts'

type Annotation = { id: string; from: string; to: string; parent: string; value: string; line: number }
type Tier = { name: string; annotations: Annotation[] }
type Document = { tiers: Tier[]; slots: Map<string, { place: number; seconds: number | null }> }

const deepest = 16
const mostElements = 400_000

/** @throws {TranscriptFileError} */
export function readEaf(text: string, duration: number): Read {
  refuseControlCharacters(text)
  const losses = new Losses()
  const { tiers, slots } = parse(text)
  const isOfWords = ({ name }: Tier) => /^words?( \d{1,3})?$/i.test(name) || name === untimedTier
  const isNote = ({ name }: Tier) => /^(speaker|marks)( (\d{1,3}|untimed))?$/i.test(name)
  const wordTiers = tiers.filter(isOfWords)
  if (wordTiers.length === 0)
    throw new TranscriptFileError('missing_words', 0, tiers.map(({ name }) => name).join(', '))
  const notes = tiers.filter(isNote)
  const notesOf = (kind: RegExp) =>
    new Map(
      notes.filter(({ name }) => kind.test(name)).flatMap(({ annotations }) => annotations.map((a) => [a.parent, a])),
    )
  const speakers = notesOf(/^speaker/i)
  const marks = notesOf(/^marks/i)
  losses.add('ignored', tiers.length - wordTiers.length - notes.length)

  const placed = wordTiers
    .flatMap(({ annotations }) => annotations)
    .map((annotation) => {
      const from = slots.get(annotation.from)
      const to = slots.get(annotation.to)
      if (from === undefined || to === undefined)
        throw new TranscriptFileError('wrong_value', annotation.line, 'TIME_SLOT_REF')
      return { annotation, from, to }
    })
    .sort((a, b) => (a.from.seconds ?? 0) - (b.from.seconds ?? 0) || 0)
  placed.sort((a, b) => a.from.place - b.from.place)
  const words = placed.flatMap(({ annotation, from, to }): ReadWord[] => {
    const { id, value, line } = annotation
    const parts = value.split(/\s+/).filter(Boolean)
    if (parts.length > 1) losses.add('split', parts.length)
    const said = speakers.get(id)
    const noted = marks.get(id)
    const facts = {
      speaker: said && readSpeaker(said.value, said.line),
      marks: noted && readMarks(noted.value, noted.line),
    }
    const isWhole = parts.length === 1 && from.seconds !== null && to.seconds !== null
    return parts.map((part) => ({
      ...(isWhole ? wordOf(part, from.seconds, to.seconds, facts) : wordOf(part, null, null, facts)),
      line,
    }))
  })
  return { format: 'eaf', words: checkWords(words, duration), losses: losses.list() }
}

/** Reads the elements that count, one after another. Document types, and so entities of one's own, are refused. */
function parse(text: string): Document {
  const parser = new SaxesParser()
  const slots: Document['slots'] = new Map()
  const tiers: Tier[] = []
  const open: string[] = []
  let elements = 0
  let annotation: Annotation | undefined
  let isValue = false

  const refuse = (problem: TranscriptFileError['problem'], place = '') => {
    throw new TranscriptFileError(problem, parser.line, place)
  }
  parser.on('error', (error) => refuse('wrong_syntax', error.message.replace(/^\d+:\d+: /, '')))
  parser.on('doctype', () => refuse('entities'))
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (++elements > mostElements) refuse('too_large')
    if (open.length === 0 && name !== 'ANNOTATION_DOCUMENT') refuse('unknown_format', name)
    if (!isSelfClosing && open.push(name) > deepest) refuse('too_deep')
    const attribute = (key: string) => attributes[key] ?? refuse('wrong_value', `${name} ${key}`) ?? ''
    if (name === 'HEADER' && (attributes.TIME_UNITS ?? 'milliseconds') !== 'milliseconds')
      refuse('wrong_value', 'TIME_UNITS')
    if (name === 'TIME_SLOT') {
      const value = attributes.TIME_VALUE
      const seconds = value === undefined ? null : readTime(value, parser.line) / 1000
      slots.set(attribute('TIME_SLOT_ID'), { place: slots.size, seconds })
    }
    if (name === 'TIER') tiers.push({ name: attribute('TIER_ID'), annotations: [] })
    if (name === 'ALIGNABLE_ANNOTATION' || name === 'REF_ANNOTATION') {
      const tier = tiers.at(-1) ?? refuse('wrong_syntax', name)
      const isAligned = name === 'ALIGNABLE_ANNOTATION'
      annotation = {
        id: attribute('ANNOTATION_ID'),
        from: isAligned ? attribute('TIME_SLOT_REF1') : '',
        to: isAligned ? attribute('TIME_SLOT_REF2') : '',
        parent: isAligned ? '' : attribute('ANNOTATION_REF'),
        value: '',
        line: parser.line,
      }
      tier?.annotations.push(annotation)
    }
    isValue = name === 'ANNOTATION_VALUE'
  })
  const append = (part: string) => {
    if (isValue && annotation !== undefined) annotation.value += part
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', ({ isSelfClosing }) => {
    if (!isSelfClosing) open.pop()
    isValue = false
  })
  parser.write(text).close()
  return { tiers, slots }
}
