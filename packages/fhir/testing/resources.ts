import type { Resource } from '@medplum/fhirtypes'
import fc from 'fast-check'
import {
  answersOf,
  bundleOf,
  type Context,
  capabilityOf,
  codeSystems,
  collectionOf,
  consentOf,
  deviceOf,
  documentsOf,
  encounterOf,
  observationsOf,
  outcomeOf,
  patientOf,
  provenanceOf,
  questionnaireOf,
  reportOf,
  signingOf,
  structureDefinitions,
  valueSetsOfCodes,
} from '../src/index.ts'
import { answeredSurveys, participants, population, reports, sessions } from './answers.ts'

export const context: Context = {
  populations: new Map([[population, 'Adults without a voice disorder']]),
  publicUrl: 'https://clinic.example',
  version: '0.2.0',
}
const base = 'https://clinic.example/fhir'
const at = '2026-11-20T10:00:00.000Z'

/** What describes the product: always the same. */
export const descriptions: readonly Resource[] = [
  deviceOf('0.2.0'),
  capabilityOf('0.2.0', 'https://clinic.example', at),
  ...codeSystems,
  ...valueSetsOfCodes,
  ...structureDefinitions,
]

/** What a record is made of, from one answer each. A source of several resources gives them all. */
const sources: Readonly<Record<string, fc.Arbitrary<readonly Resource[]>>> = {
  people: participants.map((participant) => [
    patientOf(participant),
    ...[consentOf(participant.id, { consent_research: true })].filter((one) => one !== null),
  ]),
  sessions: sessions.map((session) => [
    encounterOf(session),
    ...observationsOf(session, context),
    ...documentsOf(session, context),
    ...provenanceOf(session, context),
  ]),
  reports: reports.map((report) => [reportOf(report, context)!, signingOf(report, context)!]),
  surveys: answeredSurveys.map(({ survey, response }) => [questionnaireOf(survey), answersOf(response, survey)]),
  refusals: fc.constantFrom('not-found', 'invalid', 'login').map((code) => [outcomeOf(code, 'not_found')]),
}

const tuple = fc.tuple(...Object.values(sources))

/** The records of invented participants, and the bundle that each would be. The same for the same number. */
export function recordsOf(count: number): readonly (readonly Resource[])[] {
  return fc.sample(tuple, { seed: 20_261_126, numRuns: count }).map((parts) => {
    const resources = parts.flat()
    const page = bundleOf(resources, base, undefined, `${base}/Patient/x/$everything`)
    return [...resources, page, collectionOf(resources, base, at)]
  })
}

/** At least so many resources, of every type. */
export function resourcesOf(atLeast: number): Resource[] {
  const found = [...descriptions]
  for (let count = 8; found.length < atLeast; count = Math.ceil(count * 1.2)) {
    found.length = descriptions.length
    for (const record of recordsOf(count)) found.push(...record)
  }
  return found
}
