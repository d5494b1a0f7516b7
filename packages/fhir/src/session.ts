import type { ProtocolResponse, Quality, ReadyResult, SessionIndex } from '@fonema/contract'
import { fewestWords, hasFewWords, wordsIn } from '@fonema/findings/few-words'
import type { DocumentReference, Encounter, Observation } from '@medplum/fhirtypes'
import { absent, ambulatory, concept, measureProfile, observationCategory, quantity, systems } from './codes.ts'
import { observationId } from './ids.ts'
import { displayOf, measures, methodOf } from './measures.ts'

/** What the mapping needs besides the session: names of populations and the address of the API. */
export type Context = {
  populations: ReadonlyMap<string, string>
  /** Of the installation, without a slash at its end. */
  publicUrl: string
  version: string
}

type Listed = Pick<ProtocolResponse, 'id' | 'participant' | 'timestamp' | 'is_completed' | 'active'> & {
  protocol: { name: string; is_practice: boolean }
}

/** Whether a session belongs to the record: an archived one was put away, and a practice never counts. */
export const isOfRecord = ({ active, protocol }: Pick<Listed, 'active' | 'protocol'>): boolean =>
  active && !protocol.is_practice

export const encounterOf = ({ id, participant, timestamp, is_completed, protocol }: Listed): Encounter => ({
  resourceType: 'Encounter',
  id,
  status: is_completed ? 'finished' : 'in-progress',
  class: ambulatory,
  type: [{ text: protocol.name }],
  subject: { reference: `Patient/${participant}` },
  period: { start: timestamp },
})

/** One observation for each measure of each item, and for each index of the session. Skipped items have none. */
export function observationsOf(session: ProtocolResponse, context: Context): Observation[] {
  const ofItems = session.responses.flatMap((answer) => {
    if (answer.is_skipped) return []
    const made = {
      owner: answer.id,
      at: answer.recorded_at,
      note: `${answer.protocol_item.title} (take ${answer.take}); ${qualityText(answer.quality)}`,
      task: answer.protocol_item.category.name,
      words: wordsIn(answer.feature_extraction_res),
    }
    return answer.feature_extraction_res.flatMap((result) => {
      if (result.status !== 'ready') return []
      const names = [...Object.keys(result.scores), ...Object.keys(result.missing)]
      return names.map((name) => ofMeasure(session, result, name, made, context))
    })
  })
  return [...ofItems, ...session.indices.flatMap((index) => ofIndex(session, index, context))]
}

/** A reader of the record must see that a recording was poor: its measures may be wrong. */
const qualityText = (quality: Quality | null) =>
  quality === null
    ? 'recording quality unknown'
    : `recording quality ${quality.verdict}${quality.reasons.length > 0 ? `: ${quality.reasons.join(', ')}` : ''}`

/** `words`: how many were counted; undefined where none are. */
type Made = { owner: string; at: string; note: string; task: string; words: number | undefined }

function ofMeasure(
  session: ProtocolResponse,
  result: ReadyResult,
  name: string,
  { owner, at, note, task, words }: Made,
  context: Context,
): Observation {
  const value = result.scores[name]
  const few = hasFewWords(name, words) ? [{ text: `fewer than ${fewestWords} words: not interpreted` }] : []
  return {
    ...frame(session, observationId(owner, name), name, context),
    status: result.data.provisional ? 'preliminary' : 'final',
    effectiveDateTime: at,
    method: methodOf(result),
    ...resultFields(name, value, result.missing[name]),
    note: [{ text: note }, ...few],
    ...(value !== undefined && rangesOf(result, name, context)),
    derivedFrom: [{ reference: `DocumentReference/${owner}` }],
    component: [{ code: concept(systems.tasks, 'task', 'Task'), valueCodeableConcept: concept(systems.tasks, task) }],
  }
}

const frame = (session: ProtocolResponse, id: string, name: string, { version }: Context) => ({
  resourceType: 'Observation' as const,
  id,
  meta: { profile: [measureProfile] },
  category: [observationCategory],
  code: {
    ...concept(systems.measures, name, displayOf(name)),
    text: measures.get(name)?.definition ?? displayOf(name),
  },
  subject: { reference: `Patient/${session.participant}` },
  encounter: { reference: `Encounter/${session.id}` },
  device: { reference: 'Device/fonema', display: `Fonema ${version}` },
})

const resultFields = (name: string, value: number | undefined, missing: string | undefined) =>
  value === undefined
    ? { dataAbsentReason: absent(missing ?? 'unknown') }
    : { valueQuantity: quantity(value, measures.get(name)?.unit ?? '') }

const rounded = (percentile: number) => Math.round(percentile * 10) / 10

/** The percentile in each population, in words: no limit of normal is invented from it. */
function rangesOf(result: ReadyResult, name: string, { populations }: Context) {
  const ranges = Object.entries(result.percentiles).flatMap(([population, scores]) => {
    const percentile = scores[name]
    if (percentile === undefined) return []
    const { version, n, is_matched } = result.compared[population] ?? {}
    const interval = result.intervals[population]?.[name]
    const people = interval?.n ?? n
    const words = [
      `percentile ${rounded(percentile)}`,
      ...(interval ? [`95 % CI ${rounded(interval.low)} to ${rounded(interval.high)}`] : []),
      ...(people === undefined ? [] : [`n ${people}`]),
      ...(version === undefined ? [] : [`version ${version}`]),
      ...(is_matched ? ['same sex, near in age'] : []),
    ]
    return [{ type: { text: populations.get(population) ?? population }, text: words.join('; ') }]
  })
  return ranges.length === 0 ? {} : { referenceRange: ranges }
}

function ofIndex(session: ProtocolResponse, index: SessionIndex, context: Context): Observation[] {
  if (index.status === 'pending') return []
  const names = Object.keys(index.scores)
  const isDoubtful = index.doubts.length > 0
  // A doubtful value is not compared.
  const cutOff = isDoubtful ? null : index.cut_off
  const method = {
    ...concept(systems.functions, index.name, displayOf(index.name)),
    text: [index.name, index.version].filter(Boolean).join(' '),
  }
  const made = (name: string, value: number | undefined): Observation => ({
    ...frame(session, observationId(session.id, name), name, context),
    status: session.is_completed ? 'final' : 'preliminary',
    effectiveDateTime: session.timestamp,
    method,
    ...resultFields(name, value, index.reason ?? undefined),
    ...(isDoubtful && { note: [{ text: `unreliable value: ${index.doubts.join(', ')}` }] }),
    ...(cutOff && name === index.name && value !== undefined && { referenceRange: [cutOffOf(cutOff)] }),
  })
  return names.length === 0 ? [made(index.name, undefined)] : names.map((name) => made(name, index.scores[name]))
}

const cutOffOf = ({ value, reference, n }: NonNullable<SessionIndex['cut_off']>) => ({
  type: { text: 'cut-off' },
  text: [`cut-off ${value}`, ...(n ? [`n ${n}`] : []), reference].join('; '),
})

/** The recordings: their addresses need the right to hear them. */
export const documentsOf = (session: ProtocolResponse, { publicUrl }: Context): DocumentReference[] =>
  session.responses.flatMap((answer) => {
    if (answer.is_skipped) return []
    const url = `${publicUrl}/api/v1/protocols/responses/${session.participant}/${session.id}/item/${answer.protocol_item.id}/audio_src/`
    return [
      {
        resourceType: 'DocumentReference',
        id: answer.id,
        status: 'current',
        type: { text: 'Speech recording' },
        subject: { reference: `Patient/${session.participant}` },
        date: answer.recorded_at,
        description: answer.protocol_item.title,
        content: [{ attachment: { url, title: answer.protocol_item.title, creation: answer.recorded_at } }],
        context: { encounter: [{ reference: `Encounter/${session.id}` }] },
      },
    ]
  })
