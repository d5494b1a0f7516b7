import type { Bundle, CapabilityStatement, Device, OperationOutcome, Resource } from '@medplum/fhirtypes'
import { measureProfile } from './codes.ts'

export const deviceOf = (version: string): Device => ({
  resourceType: 'Device',
  id: 'fonema',
  status: 'active',
  deviceName: [{ name: 'Fonema', type: 'user-friendly-name' }],
  version: [{ value: version }],
  type: { text: 'Software that measures recordings of speech' },
})

/** What may be searched, by type. */
export const searches = {
  Patient: ['_id', 'identifier'],
  Encounter: ['_id', 'patient', 'subject', 'date'],
  Observation: ['_id', 'patient', 'subject', 'encounter', 'code', 'date'],
  DiagnosticReport: ['_id', 'patient', 'subject', 'date', '_lastUpdated'],
  DocumentReference: ['_id', 'patient', 'subject', 'encounter', 'date'],
  Questionnaire: ['_id', 'url'],
  QuestionnaireResponse: ['_id', 'patient', 'subject', '_lastUpdated'],
  Consent: ['_id', 'patient'],
  Provenance: ['_id', 'patient', 'target'],
  Device: ['_id'],
  CodeSystem: ['_id', 'url'],
  ValueSet: ['_id', 'url'],
  StructureDefinition: ['_id', 'url'],
} as const
export type SearchedType = keyof typeof searches

/** Types that tell about the product, and about nobody. */
export const publicTypes: readonly SearchedType[] = ['Device', 'CodeSystem', 'ValueSet', 'StructureDefinition']

const kinds: Readonly<Record<string, 'token' | 'reference' | 'date' | 'uri'>> = {
  _id: 'token',
  _lastUpdated: 'date',
  identifier: 'token',
  code: 'token',
  patient: 'reference',
  subject: 'reference',
  encounter: 'reference',
  target: 'reference',
  date: 'date',
  url: 'uri',
}

export const capabilityOf = (version: string, publicUrl: string, date: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date,
  kind: 'instance',
  software: { name: 'Fonema', version },
  implementation: { description: 'Fonema', url: `${publicUrl}/fhir` },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: {
        description: `Authorization: Bearer, the key of a service account; none for ${publicTypes.join(', ')}`,
      },
      resource: Object.entries(searches).map(([type, names]) => ({
        type: type as SearchedType,
        ...(type === 'Observation' && { supportedProfile: [measureProfile] }),
        interaction: [{ code: 'read' }, { code: 'search-type' }],
        versioning: 'no-version' as const,
        conditionalRead: 'not-match' as const,
        searchParam: names.map((name) => ({ name, type: kinds[name]! })),
        ...(type === 'Patient' && {
          operation: [{ name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' }],
        }),
      })),
    },
  ],
})

export const bundleOf = (
  resources: readonly Resource[],
  base: string,
  next: string | undefined,
  self: string,
): Bundle => ({
  resourceType: 'Bundle',
  type: 'searchset',
  link: [{ relation: 'self', url: self }, ...(next === undefined ? [] : [{ relation: 'next', url: next }])],
  entry: resources.map((resource) => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  })),
})

/** A record to hand over, which nobody asked for by a search. */
export const collectionOf = (resources: readonly Resource[], base: string, at: string): Bundle => ({
  resourceType: 'Bundle',
  type: 'collection',
  timestamp: at,
  entry: resources.map((resource) => ({ fullUrl: `${base}/${resource.resourceType}/${resource.id}`, resource })),
})

export const outcomeOf = (code: string, diagnostics: string): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: code as 'invalid', diagnostics }],
})
