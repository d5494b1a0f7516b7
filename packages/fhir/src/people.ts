import type { Participant } from '@fonema/contract'
import type { Consent, Patient } from '@medplum/fhirtypes'
import { concept, researchConsent, researchScope, systems } from './codes.ts'

const genders = { f: 'female', m: 'male' } as const

/** The participant's code is an identifier of the clinic; a name is given only where the clinic entered one. */
export function patientOf(participant: Participant): Patient {
  const { id, code, first_name, last_name, birthday, sex, phone, active } = participant
  const name = {
    ...(last_name && { family: last_name }),
    ...(first_name && { given: [first_name] }),
  }
  return {
    resourceType: 'Patient',
    id,
    identifier: [{ system: systems.participantCode, value: code }],
    active,
    ...(Object.keys(name).length > 0 && { name: [name] }),
    ...(phone && { telecom: [{ system: 'phone', value: phone }] }),
    ...(sex && { gender: genders[sex] }),
    ...(birthday && { birthDate: birthday }),
  }
}

/** The consent to research; null without one, which may be a refusal or a question that nobody asked. */
export const consentOf = (
  participantId: string,
  { consent_research }: { consent_research: boolean },
): Consent | null =>
  consent_research
    ? {
        resourceType: 'Consent',
        id: participantId,
        status: 'active',
        scope: researchScope,
        category: [researchConsent],
        patient: { reference: `Patient/${participantId}` },
        policyRule: concept('http://terminology.hl7.org/CodeSystem/v3-ActCode', 'OPTIN'),
        provision: { type: 'permit' },
      }
    : null
