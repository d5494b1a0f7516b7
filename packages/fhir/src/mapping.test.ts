import type { CutOff, SessionIndex } from '@fonema/contract'
import { measureDescriptions } from '@fonema/speech'
import { UcumLhcUtils } from '@lhncbc/ucum-lhc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answeredSurveys, reports } from '../testing/answers.ts'
import { context, descriptions, recordsOf } from '../testing/resources.ts'
import { at, idOf, sessionWith } from '../testing/session.ts'
import { ucum } from './codes.ts'
import {
  answersOf,
  capabilityOf,
  consentOf,
  isOfRecord,
  observationsOf,
  ownerOfObservation,
  provenanceOf,
  questionnaireOf,
  reportOf,
  signingOf,
} from './index.ts'

const byCode = (session = sessionWith()) =>
  new Map(observationsOf(session, context).map((each) => [each.code.coding![0]!.code!, each]))

test('a measure has its value, its unit in UCUM where there is one, its definition and the version that measured it', () => {
  const pitch = byCode().get('f0_median_hz')!
  expect(pitch.valueQuantity).toEqual({
    value: 187.123456789,
    unit: 'Hz',
    system: 'http://unitsofmeasure.org',
    code: 'Hz',
  })
  expect(pitch.code).toMatchObject({
    coding: [{ display: 'Median F0' }],
    text: measureDescriptions.prosody.measures.f0_median_hz!.definition,
  })
  expect(pitch.method!.text).toMatch(/version \d+$/)
  expect(byCode().get('f0_sd_st')!.valueQuantity).toEqual({ value: 2.5, unit: 'st' })
  const outdated = byCode(sessionWith({ outdated_version: 2 })).get('f0_median_hz')!
  expect(outdated.method!.text).toMatch(/version 2$/)
  expect(ownerOfObservation(pitch.id!)).toBe(idOf(11))
  expect(pitch.derivedFrom).toEqual([{ reference: `DocumentReference/${idOf(11)}` }])
})

test('a range names the population, the number of people and the version, also without an interval', () => {
  const range = byCode().get('f0_median_hz')!.referenceRange
  const words = 'percentile 41.3; 95 % CI 33 to 49.9; n 118; version 3; same sex, near in age'
  expect(range).toEqual([{ type: { text: 'Adults without a voice disorder' }, text: words }])
  const without = byCode(sessionWith({ intervals: {} })).get('f0_median_hz')!.referenceRange
  expect(without![0]!.text).toBe('percentile 41.3; n 130; version 3; same sex, near in age')
  expect(byCode().get('f0_sd_st')!.referenceRange).toBeUndefined()
})

test('a measure without a value says why, and never zero', () => {
  const absent = byCode().get('energy_sd_db')!
  expect(absent.valueQuantity).toBeUndefined()
  expect(absent.dataAbsentReason!.coding![1]!.code).toBe('too_noisy')
})

test('a poor recording says so at each of its measures', () => {
  for (const { note } of byCode().values())
    expect(note).toEqual([{ text: 'Vocal /a/ (take 1); recording quality poor: noisy, clipped' }])
})

test('a rate of fewer than 50 words says that it is not interpreted', () => {
  const rate = 'repetitions_per_100_words'
  const notesOf = (tokens: number, name = rate) =>
    byCode(sessionWith({ scores: { tokens, [rate]: 11 } }))
      .get(name)!
      .note!.map(({ text }) => text)
  expect(notesOf(49).at(-1)).toBe('fewer than 50 words: not interpreted')
  expect(notesOf(50)).toHaveLength(1)
  expect(notesOf(49, 'tokens')).toHaveLength(1)
})

const avqi: Partial<SessionIndex> = {
  name: 'avqi',
  version: '03.01',
  status: 'ready',
  reason: null,
  doubts: [],
  scores: { avqi: 2 },
  cut_off: null,
}

test('an index has its cut-off as its range; of doubtful recordings it has a note instead', () => {
  const cut_off = { value: 1.17, reference: 'Study', n: 197 } as CutOff
  const read = (doubts: SessionIndex['doubts']) =>
    byCode(sessionWith({}, {}, [{ ...avqi, doubts, cut_off }])).get('avqi')!
  expect(read([]).referenceRange).toHaveLength(1)
  expect(read([])).not.toHaveProperty('note')
  expect(read(['noisy'])).not.toHaveProperty('referenceRange')
  expect(read(['noisy']).note).toEqual([{ text: 'unreliable value: noisy' }])
})

test('an index of a session that goes on is preliminary', () => {
  const statusOf = (is_completed: boolean) => byCode(sessionWith({}, { is_completed }, [avqi])).get('avqi')!.status
  expect([statusOf(false), statusOf(true)]).toEqual(['preliminary', 'final'])
})

test('provenance names who recorded, in whose name, and the program', () => {
  const other = { recorded_by: { first_name: 'Ana', last_name: 'Sol' } }
  const [ofSession, ofRecording] = provenanceOf(sessionWith({}, other), context)
  expect(ofSession!.id).toBe(idOf(10))
  expect(ofRecording).toMatchObject({ id: idOf(11), recorded: at, occurredDateTime: at })
  expect(ofRecording!.agent).toMatchObject([
    { who: { display: 'Ana Sol' }, onBehalfOf: { display: 'Eva Ruiz' } },
    { who: { reference: 'Device/fonema', display: 'Fonema 0.2.0' } },
  ])
  expect(provenanceOf(sessionWith(), context)[0]!.agent[0]).not.toHaveProperty('onBehalfOf')
})

test('a draft and a replaced version are no reports of the record, and have no signature', () => {
  const [report] = fc.sample(reports, { seed: 1, numRuns: 1 })
  for (const other of [
    { ...report!, state: 'draft' as const, signature: null },
    { ...report!, state: 'amended' as const },
  ])
    expect([reportOf(other, context), signingOf(other, context)]).toEqual([null, null])
  expect(reportOf({ ...report!, version: 1 }, context)?.status).toBe('final')
  expect(reportOf({ ...report!, version: 2 }, context)?.status).toBe('amended')
  const { name, at: when } = report!.signature!
  expect(signingOf(report!, context)?.signature).toMatchObject([{ when, who: { display: name } }])
})

test('answers name the version of the survey that was answered', () => {
  const [{ survey, response }] = fc.sample(answeredSurveys, { seed: 1, numRuns: 1 }) as [
    { survey: Parameters<typeof questionnaireOf>[0]; response: Parameters<typeof answersOf>[0] },
  ]
  expect(answersOf(response, survey).questionnaire).toBe(questionnaireOf(survey).url)
})

test('words of the person, and values with odd spaces, are answers too', () => {
  const [{ survey, response }] = fc.sample(answeredSurveys, { seed: 2, numRuns: 1 }) as [
    { survey: Parameters<typeof questionnaireOf>[0]; response: Parameters<typeof answersOf>[0] },
  ]
  const field = {
    ...survey.sections[0]!.fields[0]!,
    name: 'odd',
    type: 'radio' as const,
    other: true,
    options: [{ value: 'a  b', label: 'AB' }],
  }
  const asked = { ...survey, sections: [{ ...survey.sections[0]!, fields: [field] }] }
  const answerOf = (value: string) =>
    answersOf(
      { ...response, responses: [{ survey_field: { id: field.id, name: 'odd', type: 'radio' }, value }] },
      asked,
    ).item![0]!.item![0]!.answer
  expect(answerOf('a  b')).toEqual([{ valueCoding: { code: 'a b', display: 'AB' } }])
  expect(questionnaireOf(asked).item![0]!.item!.at(-1)!.answerOption![0]!.valueCoding!.code).toBe('a b')
  expect(answerOf('other: nothing')).toEqual([{ valueString: 'nothing' }])
})

test('every id is valid and belongs to one resource; an id leads back to its owner', () => {
  for (const record of recordsOf(5)) {
    const resources = record.filter(({ resourceType }) => !['Bundle', 'OperationOutcome'].includes(resourceType))
    const ids = resources.map(({ resourceType, id }) => `${resourceType}/${id}`)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id } of resources) expect(id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/)
  }
  for (const text of ['', '.', 'x.y', `${'z'.repeat(25)}.a`, `${'!'.repeat(25)}.a`])
    expect(ownerOfObservation(text)).toBeUndefined()
})

test('every measure is described, with a unit of UCUM where UCUM has one', () => {
  const [measures] = descriptions.filter((one) => one.resourceType === 'CodeSystem' && one.id === 'measures')
  const concepts = measures?.resourceType === 'CodeSystem' ? (measures.concept ?? []) : []
  const pitch = concepts.find(({ code }) => code === 'f0_median_hz')
  expect(pitch).toMatchObject({
    display: 'Median F0',
    property: [{ valueString: 'Hz' }, { valueString: 'Hz' }, { valueString: 'prosody' }, {}],
  })
  expect(pitch!.designation!.map(({ language }) => language).sort()).toEqual(['es', 'fr', 'pt'])
  for (const { code, definition } of concepts) expect([code, (definition ?? '').length > 4]).toEqual([code, true])
})

test('nothing is said about a consent that was not given', () => {
  expect(consentOf(idOf(2), { consent_research: false })).toBeNull()
})

test('archived sessions and practices are not of the record', () => {
  const session = sessionWith()
  const practice = { ...session, protocol: { ...session.protocol, is_practice: true } }
  expect([session, practice, { ...session, active: false }].map(isOfRecord)).toEqual([true, false, false])
})

test('the parameter subject is offered where FHIR has it', () => {
  const resources = capabilityOf('0.2.0', 'https://clinic.example', at).rest![0]!.resource!
  const withSubject = resources.filter(({ searchParam = [] }) => searchParam.some(({ name }) => name === 'subject'))
  expect(withSubject.map(({ type }) => type)).toEqual([
    'Encounter',
    'Observation',
    'DiagnosticReport',
    'DocumentReference',
    'QuestionnaireResponse',
  ])
})

test('every unit code is one of UCUM', () => {
  const judge = UcumLhcUtils.getInstance()
  const codes = Object.values(ucum)
  expect(codes.length).toBeGreaterThan(8)
  expect(judge.validateUnitString('dB/s').status).toBe('invalid')
  for (const code of codes) expect([code, judge.validateUnitString(code).status]).toEqual([code, 'valid'])
  expect(judge.validateUnitString('dBFS').status).toBe('invalid')
})
