import type { Resource } from '@medplum/fhirtypes'
import { Fhir } from 'fhir'

const judge = new Fhir()

/** What the `fhir` package finds wrong with a resource; nothing for a valid one. */
export function problemsOf(resource: Resource | object): string[] {
  const { messages } = judge.validate(resource as object, { errorOnUnexpected: true })
  return messages
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `${location}: ${message}`)
}
