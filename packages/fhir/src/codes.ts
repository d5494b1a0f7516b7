import type { CodeableConcept, Coding } from '@medplum/fhirtypes'

/**
 * Names of our own code systems. They are UUIDs, because the product has no address of its own that would stay; each
 * installation serves them under `/fhir/CodeSystem`.
 */
export const systems = {
  measures: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a01',
  functions: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a02',
  tasks: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a03',
  reasons: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a04',
  participantCode: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a05',
  reportNumber: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a06',
  activities: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7a07',
} as const

/** The profile of our observations, and the sets of codes that it binds. They are named like the code systems. */
export const measureProfile = 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7c01'
export const valueSets = {
  measures: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7b01',
  functions: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7b02',
  tasks: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7b03',
  reasons: 'urn:uuid:6d7d1c7e-6b0a-5f1d-9a5e-2f3f0c9b7b04',
} as const

const hl7 = 'http://terminology.hl7.org/CodeSystem'

export const concept = (system: string, code: string, display?: string): CodeableConcept => ({
  coding: [{ system, code, ...(display && { display }) }],
  ...(display && { text: display }),
})

export const observationCategory = concept(`${hl7}/observation-category`, 'exam', 'Exam')
export const ambulatory: Coding = { system: `${hl7}/v3-ActCode`, code: 'AMB', display: 'ambulatory' }
export const researchScope = concept(`${hl7}/consentscope`, 'research', 'Research')
export const researchConsent = concept('http://loinc.org', '59284-0', 'Patient Consent')

/** Why there is no value: HL7's reason, and ours, which is more exact. */
export const absent = (reason: string): CodeableConcept => ({
  coding: [
    { system: `${hl7}/data-absent-reason`, code: reason === 'pending' ? 'temp-unknown' : 'error' },
    { system: systems.reasons, code: reason },
  ],
})

/**
 * UCUM for the units of measures. A unit that UCUM does not have is only named: semitones, dBFS, and dB/s, because the
 * decibel is a special unit there, which no other one divides.
 */
export const ucum: Readonly<Record<string, string>> = {
  '': '1',
  '1/min': '/min',
  '1/s': '/s',
  '%': '%',
  dB: 'dB',
  Hz: 'Hz',
  'kHz²': 'kHz2',
  ms: 'ms',
  s: 's',
  µs: 'us',
}

export function quantity(value: number, unit: string) {
  const code = ucum[unit]
  return {
    value,
    ...(unit !== '' && { unit }),
    ...(code !== undefined && { system: 'http://unitsofmeasure.org', code }),
  }
}
