import type { ProtocolResponse, SurveyResponse } from '@fonema/contract'
import { measureDescriptions } from '@fonema/speech'
import type { Observation, Resource } from '@medplum/fhirtypes'
import { expect, test } from 'vitest'
import { problemsOf } from '../testing/judge.ts'
import {
  answersOf,
  bundleOf,
  type Context,
  capabilityOf,
  consentOf,
  deviceOf,
  documentsOf,
  encounterOf,
  isOfRecord,
  measuresSystem,
  observationsOf,
  outcomeOf,
  ownerOfObservation,
  patientOf,
  reportOf,
} from './index.ts'

const id = (number: number) => `019ab000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const at = '2026-11-20T10:00:00.000Z'
const context: Context = {
  populations: new Map([[id(1), 'Adults without a voice disorder']]),
  publicUrl: 'https://clinic.example',
  version: '0.2.0',
}

/** Numbers that look random and repeat. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state % below
  }
}

const functions = Object.entries(measureDescriptions)
const poor = { verdict: 'poor', reasons: ['noisy', 'clipped'] }
const missing = ['no_voice', 'aperiodic', 'too_few_periods', 'no_pause', 'unknown']

/** A session with random measures of every function, random gaps, and random populations. */
function sessionOf(seed: number): ProtocolResponse {
  const random = randomOf(seed)
  const responses = Array.from({ length: 1 + random(3) }, (_, item) => {
    const feature_extraction_res = functions.map(([entry, { measures }], index) => {
      const names = Object.keys(measures)
      const has = names.filter(() => random(5) > 0)
      const scores = Object.fromEntries(has.map((name) => [name, random(100_000) / 7 - 5000]))
      const absent = names.filter((name) => !has.includes(name)).map((name) => [name, missing[random(missing.length)]!])
      const compared = random(2) === 0
      return {
        feature_extraction_func: { id: id(100 + index), name: entry, entry },
        status: 'ready',
        error: null,
        scores,
        missing: Object.fromEntries(absent),
        data: random(4) === 0 ? { provisional: true } : {},
        percentiles: compared ? { [id(1)]: Object.fromEntries(has.map((name) => [name, random(1000) / 10])) } : {},
        intervals: compared
          ? { [id(1)]: Object.fromEntries(has.map((name) => [name, { low: 1, high: 9, n: 40 }])) }
          : {},
        compared: compared ? { [id(1)]: { version: 3, n: 130, is_matched: random(2) === 0 } } : {},
        semaphore: {},
        uncompared: {},
        feature_population_distribution: null,
      }
    })
    const protocol_item = { id: id(10 + item), title: 'Vocal /a/', category: { id: id(20), name: 'sustained_vowel' } }
    return random(6) === 0
      ? { id: id(1000 * seed + item), protocol_item, is_skipped: true }
      : {
          id: id(1000 * seed + item),
          protocol_item,
          is_skipped: false,
          recorded_at: at,
          take: 1,
          quality: poor,
          feature_extraction_res,
        }
  })
  const indices = [
    { name: 'avqi', version: '03.01', status: 'ready', reason: null, scores: { avqi: random(90) / 10 }, cut_off: null },
    { name: 'vowel_space', version: null, status: 'withheld', reason: 'no_voice', scores: {}, cut_off: null },
  ]
  // Only the members that the mapping reads.
  return {
    id: id(1000 * seed + 999),
    participant: id(2),
    timestamp: at,
    is_completed: random(2) === 0,
    active: random(5) > 0,
    protocol: { name: 'Sesión breve', is_practice: false },
    responses,
    indices,
  } as unknown as ProtocolResponse
}

const participantOf = (seed: number) => {
  const random = randomOf(seed)
  const some = <T>(value: T) => (random(2) === 0 ? null : value)
  return patientOf({
    id: id(seed),
    code: `P-${seed}`,
    first_name: some('Ana'),
    last_name: some('Díaz'),
    birthday: some('1950-03-02'),
    sex: some('f' as const),
    phone: some('+5411'),
    active: random(2) === 0,
  } as Parameters<typeof patientOf>[0])
}

const survey = {
  id: id(3),
  participant: id(2),
  date_created: at,
  is_completed: true,
  survey: { id: id(9), fields: [{ id: id(4), label: '¿Se cansa?' }] },
  responses: [
    { survey_field: { id: id(4), name: 'tired', type: 'radio' }, value: '2' },
    { survey_field: { id: id(5), name: 'many', type: 'checkbox' }, value: ['a', 'b'] },
    { survey_field: { id: id(6), name: 'age', type: 'number' }, value: 7.5 },
  ],
} as unknown as SurveyResponse

const report = {
  id: id(7),
  participant: id(2),
  session: id(8),
  session_day: '2026-11-20',
  protocol: 'Sesión breve',
  number: '2026-0001',
  version: 2,
  state: 'signed',
  language: 'es',
  signature: { name: 'Eva', role: 'x', at, time_zone: 'UTC', meaning: 'x' },
} as unknown as Parameters<typeof reportOf>[0]

const single = (): Resource[] => [
  answersOf(survey),
  reportOf(report, context)!,
  consentOf(id(2), { consent_research: true })!,
  deviceOf('0.2.0'),
  measuresSystem('0.2.0'),
  capabilityOf('0.2.0', 'https://clinic.example', at),
  outcomeOf('not-found', 'not_found'),
]

function resourcesOf(seed: number): Resource[] {
  const session = sessionOf(seed)
  return [
    participantOf(seed),
    encounterOf(session),
    ...observationsOf(session, context),
    ...documentsOf(session, context),
  ]
}

test('ten thousand resources are valid FHIR R4', () => {
  const found: string[] = single().flatMap(problemsOf)
  let count = single().length
  for (let seed = 1; count < 10_000; seed++) {
    const resources = resourcesOf(seed)
    count += resources.length
    for (const resource of resources) found.push(...problemsOf(resource))
  }
  expect([...new Set(found)].slice(0, 8)).toEqual([])
  expect(
    problemsOf(bundleOf(single(), 'https://clinic.example/fhir', undefined, 'https://clinic.example/fhir/x')),
  ).toEqual([])
})

/** One change that makes a resource invalid, by number. */
function broken(resource: Resource, number: number): object {
  const { code, status, ...rest } = structuredClone(resource) as Observation
  const whole = { ...rest, code, status }
  const kinds: object[] = [
    { ...whole, unknown_member: 1 },
    { ...whole, note: 'x' },
    { ...rest, status },
    { ...whole, status: 'no such status' },
    { ...whole, category: 'exam' },
    { ...rest, code },
    { ...whole, subject: 'Patient/x' },
    { ...whole, code: [{ text: 'x' }] },
    { ...whole, valueQuantity: { value: 'much' } },
    { ...whole, effectiveDateTime: 'yesterday' },
  ]
  return kinds[number % kinds.length]!
}

test('two hundred broken observations are refused', () => {
  const observations = observationsOf(sessionOf(1), context).slice(0, 20)
  const accepted = Array.from({ length: 200 }, (_, number) =>
    broken(observations[number % 20]!, Math.floor(number / 20)),
  )
    .map((resource, number) => [Math.floor(number / 20), problemsOf(resource).length] as const)
    .filter(([, problems]) => problems === 0)
  expect(accepted).toEqual([])
})

test('a measure has its value, its unit in UCUM where there is one, and its place in each population', () => {
  const session = sessionOf(2)
  const answer = session.responses.find(({ is_skipped }) => !is_skipped)!
  const result = answer.feature_extraction_res.find(({ feature_extraction_func: { entry } }) => entry === 'prosody')!
  const observations = observationsOf(session, context)
  for (const [name, value] of Object.entries(result.scores)) {
    const code = name.replaceAll('_', '-')
    const found = observations.find(
      (each) => each.id?.endsWith(`.${code}`) && ownerOfObservation(each.id) === answer.id,
    )
    expect(found?.valueQuantity?.value).toBe(value)
    expect(found?.valueQuantity?.code).toBe(
      { Hz: 'Hz', dB: 'dB', s: 's', '': '1', '%': '%', st: undefined }[
        measureDescriptions.prosody.measures[name]!.unit
      ],
    )
  }
})

test('a measure without a value says why, and never zero', () => {
  const observations = observationsOf(sessionOf(3), context)
  const absent = observations.filter(({ dataAbsentReason }) => dataAbsentReason)
  expect(absent.length).toBeGreaterThan(10)
  for (const each of absent) {
    expect(each.valueQuantity).toBeUndefined()
    expect(missing).toContain(each.dataAbsentReason!.coding![1]!.code)
  }
})

test('every id is valid and belongs to one resource; an id leads back to its owner', () => {
  const resources = resourcesOf(4)
  const ids = resources.map(({ resourceType, id }) => `${resourceType}/${id}`)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id } of resources) expect(id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/)
  for (const text of ['', '.', 'x.y', `${'z'.repeat(25)}.a`, `${'!'.repeat(25)}.a`])
    expect(ownerOfObservation(text)).toBeUndefined()
})

test('a poor recording says so at each of its measures', () => {
  const [first] = observationsOf(sessionOf(2), context)
  expect(first!.note).toEqual([{ text: 'Vocal /a/ (take 1); recording quality poor: noisy, clipped' }])
})

test('an index of a session that goes on is preliminary', () => {
  const statusOf = (is_completed: boolean) =>
    observationsOf({ ...sessionOf(2), is_completed }, context).find(({ code }) => code.coding![0]!.code === 'avqi')!
      .status
  expect([statusOf(false), statusOf(true)]).toEqual(['preliminary', 'final'])
})

test('answers name the version of the survey that was answered', () => {
  expect(answersOf(survey).questionnaire).toBe(`urn:uuid:${id(9)}`)
})

test('nothing is said about a consent that was not given', () => {
  expect(consentOf(id(2), { consent_research: false })).toBeNull()
})

test('archived sessions and practices are not of the record', () => {
  const session = { ...sessionOf(1), active: true }
  const practice = { ...session, protocol: { ...session.protocol, is_practice: true } }
  expect([session, practice, { ...session, active: false }].map(isOfRecord)).toEqual([true, false, false])
})

test('a draft and a replaced version are no reports of the record', () => {
  expect(reportOf({ ...report, state: 'draft', signature: null }, context)).toBeNull()
  expect(reportOf({ ...report, state: 'amended' }, context)).toBeNull()
  expect(reportOf({ ...report, version: 1 }, context)?.status).toBe('final')
})
