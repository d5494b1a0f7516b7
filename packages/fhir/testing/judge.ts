import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import type { OperationOutcomeIssue, Resource } from '@medplum/fhirtypes'
import { Fhir } from 'fhir'
import { definitions, profiles } from './definitions.ts'
import { brokenInvariants } from './invariants.ts'

type JudgeName = 'fhir' | 'medplum' | 'invariants'
type Json = Record<string, unknown>

const fhir = new Fhir()
indexStructureDefinitionBundle([...definitions])

type Judge = (resource: Json) => string[]

/** A judge that stops at something has refused it. */
const refusing =
  (judge: Judge): Judge =>
  (resource) => {
    try {
      return judge(resource)
    } catch (error) {
      return [`cannot be judged: ${error}`]
    }
  }

/** Three judges of FHIR R4, none of which knows the others. Each lists what is wrong, and nothing for a valid resource. */
export const judges: Readonly<Record<JudgeName, Judge>> = {
  fhir: refusing((resource) =>
    fhir
      .validate(resource, { errorOnUnexpected: true })
      .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
      .map(({ location, message }) => `${location}: ${message}`),
  ),
  medplum: refusing((resource) => {
    const { profile = [] } = (resource.meta ?? {}) as { profile?: string[] }
    const own = profile.flatMap((url) => profiles.get(url) ?? [])
    return [undefined, ...own].flatMap((profile) => medplumProblems(resource, profile && { profile }))
  }),
  invariants: refusing(brokenInvariants),
}

function medplumProblems(resource: Json, options: Parameters<typeof validateResource>[1]): string[] {
  try {
    // Any object is asked about, also one that is no resource.
    return errorsOf(validateResource(resource as unknown as Resource, options))
  } catch (error) {
    if (error instanceof OperationOutcomeError) return errorsOf(error.outcome.issue ?? [])
    throw error
  }
}

const errorsOf = (issues: readonly OperationOutcomeIssue[]) =>
  issues
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ expression, details, diagnostics }) => `${expression?.[0] ?? ''}: ${details?.text ?? diagnostics}`)

/** What each judge finds wrong with a resource. */
export const problemsOf = (resource: Resource | object): string[] =>
  Object.entries(judges).flatMap(([name, judge]) => judge(resource as Json).map((problem) => `${name}: ${problem}`))
