// @module-tag long
import type { Consent, Participant, Population, ProtocolResponse, SurveyResponse } from '@fonema/contract'
import { measureDescriptions, wordMeasureDescriptions } from '@fonema/speech'
import type { Bundle, Observation, Resource } from '@medplum/fhirtypes'
import { expect, test } from 'vitest'
import { problemsOf } from '../../../../packages/fhir/testing/judge.ts'
import { healthSurvey, openMeasuredDemonstration } from '../../testing/demonstration.ts'

const units: ReadonlyMap<string, string> = new Map(
  [measureDescriptions, wordMeasureDescriptions].flatMap((table) =>
    Object.values(table).flatMap(({ measures }) =>
      Object.entries(measures).map(([name, { unit }]): [string, string] => [name, unit]),
    ),
  ),
)
/** Five recordings are measured. */
const patient = { timeout: 600_000 }
const oneDecimal = (value: number) => String(Math.round(value * 10) / 10)

test("a participant's bundle has the numbers of the screen's answers, each of them and no other", patient, async () => {
  const { app, participant, headers } = await openMeasuredDemonstration('carmen', 1)
  const read = async <T>(url: string) => (await app.inject({ url: `/api${url}`, headers })).json<T>()
  const url = `/api/surveys/responses/${participant}/`
  const filled = await app.inject({ method: 'POST', url, headers, payload: healthSurvey })
  expect(filled.statusCode).toBe(201)

  const file = await app.inject({ url: `/api/user/participants/${participant}/fhir/`, headers })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-disposition']).toBe('attachment; filename="DEMO-001-fhir.json"')
  const bundle = file.json<Bundle>()
  expect(problemsOf(bundle)).toEqual([])
  const all = (bundle.entry ?? []).map(({ resource }) => resource as Resource)
  const ofType = <T extends Resource['resourceType']>(type: T) =>
    all.filter((one): one is Extract<Resource, { resourceType: T }> => one.resourceType === type)

  const person = await read<Participant>(`/user/participants/${participant}/`)
  expect(ofType('Patient')).toMatchObject([
    { id: participant, identifier: [{ value: person.code }], birthDate: person.birthday ?? undefined },
  ])
  const { consent_research } = await read<Consent>(`/user/participants/${participant}/consent/`)
  expect(ofType('Consent')).toHaveLength(consent_research ? 1 : 0)

  const populations = await read<Population[]>('/ai/populations/')
  const summaries = await read<{ id: string }[]>(`/protocols/responses/${participant}/`)
  expect(summaries).toHaveLength(1)
  const observations = new Map(ofType('Observation').map((one) => [keyOf(one), one]))
  const counted = { values: 0, missing: 0, ranges: 0, indices: 0 }
  for (const { id } of summaries) {
    const session = await read<ProtocolResponse>(`/protocols/responses/${participant}/${id}/`)
    for (const answer of session.responses) {
      for (const result of answer.feature_extraction_res) {
        if (result.status !== 'ready') continue
        for (const [name, value] of Object.entries<number>(result.scores)) {
          const found = observations.get(`DocumentReference/${answer.id} ${name}`)!
          expect([name, found.valueQuantity?.value]).toEqual([name, value])
          expect([name, found.valueQuantity?.unit ?? '']).toEqual([name, units.get(name)])
          const ranges = Object.entries<Record<string, number>>(result.percentiles).filter(([, of]) => name in of)
          expect([name, found.referenceRange?.length ?? 0]).toEqual([name, ranges.length])
          for (const [population, of] of ranges) {
            const range = found.referenceRange!.find(
              ({ type }) => type?.text === populations.find((one) => one.id === population)!.name,
            )
            const words = range?.text?.split('; ') ?? []
            const { n, version } = result.compared[population]!
            const interval = result.intervals[population]?.[name]
            expect(words).toContain(`percentile ${oneDecimal(of[name]!)}`)
            expect(words).toContain(`n ${interval?.n ?? n}`)
            expect(words).toContain(`version ${version}`)
            if (interval) expect(words).toContain(`95 % CI ${oneDecimal(interval.low)} to ${oneDecimal(interval.high)}`)
            counted.ranges++
          }
          counted.values++
        }
        for (const [name, reason] of Object.entries(result.missing)) {
          const found = observations.get(`DocumentReference/${answer.id} ${name}`)!
          expect([name, found.valueQuantity, found.dataAbsentReason?.coding?.[1]?.code]).toEqual([
            name,
            undefined,
            reason,
          ])
          counted.missing++
        }
      }
    }
    for (const index of session.indices) {
      if (index.status === 'pending') continue
      for (const name of Object.keys(index.scores).length > 0 ? Object.keys(index.scores) : [index.name]) {
        const found = observations.get(`Encounter/${id} ${name}`)!
        expect([name, found.valueQuantity?.value]).toEqual([name, index.scores[name]])
        counted.indices++
      }
    }
  }
  console.log(`compared with the API: ${JSON.stringify(counted)}`)
  expect(observations.size).toBe(ofType('Observation').length)
  expect(observations.size).toBe(counted.values + counted.missing + counted.indices)
  expect(counted.values).toBeGreaterThan(200)
  expect(counted.ranges).toBeGreaterThan(100)
  expect(counted.missing).toBeGreaterThan(5)

  const { responses } = filled.json<SurveyResponse>()
  const [answers] = ofType('QuestionnaireResponse')
  const given = (answers!.item ?? []).flatMap(({ item = [] }) => item)
  expect(
    given.map(({ linkId, answer }) => [linkId, String(answer?.[0]?.valueCoding?.code ?? answer?.[0]?.valueBoolean)]),
  ).toEqual(responses.map(({ survey_field, value }) => [survey_field.name, value]))
  expect(ofType('Questionnaire').map(({ url }) => url)).toEqual([answers!.questionnaire])
})

/** The recording or session and the measure of an observation. */
const keyOf = ({ derivedFrom, encounter, code }: Observation) =>
  `${derivedFrom?.[0]?.reference ?? encounter?.reference} ${code.coding?.[0]?.code}`
