import type { ClinicalReportSummary, ProtocolResponse } from '@fonema/contract'
import type { Practitioner, Provenance, ProvenanceAgent, Reference } from '@medplum/fhirtypes'
import { concept, systems } from './codes.ts'
import { reportOf } from './documents.ts'
import { type Context, documentsOf, observationsOf } from './session.ts'

const roles = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'
const signatures = 'urn:iso-astm:E1762-95:2013'

const subject = (participant: string): Reference => ({ reference: `Patient/${participant}` })
const person = (name: string): Reference<Practitioner> => ({ type: 'Practitioner', display: name })
const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/**
 * Where a session's numbers come from: one resource for each recording with its measures, and one for the session with
 * its indices. The time is that of the recording, because results are measured again with each new version.
 */
export function provenanceOf(session: ProtocolResponse, context: Context): Provenance[] {
  const agent = agentsOf(session, context)
  const made = (id: string, at: string, activity: string, targets: readonly string[]): Provenance => ({
    resourceType: 'Provenance',
    id,
    target: [...targets.map((reference) => ({ reference })), subject(session.participant)],
    occurredDateTime: at,
    recorded: at,
    activity: concept(systems.activities, activity, activities[activity]),
    agent,
  })
  const observations = observationsOf(session, context)
  const recordings = documentsOf(session, context).map(({ id = '', date = session.timestamp }) => {
    const source = `DocumentReference/${id}`
    const measures = observations.filter(({ derivedFrom }) => derivedFrom?.[0]?.reference === source)
    return made(id, date, 'recording', [source, ...measures.map(({ id }) => `Observation/${id}`)])
  })
  const indices = observations.filter(({ derivedFrom }) => derivedFrom === undefined)
  const ofSession = [`Encounter/${session.id}`, ...indices.map(({ id }) => `Observation/${id}`)]
  return [made(session.id, session.timestamp, 'session', ofSession), ...recordings]
}

/** Who recorded, in whose name, and the program that measured. */
function agentsOf({ recorded_by, examiner }: ProtocolResponse, { version }: Context): ProvenanceAgent[] {
  const [recorder, responsible] = [nameOf(recorded_by), nameOf(examiner)]
  return [
    {
      type: concept(roles, 'performer', 'Performer'),
      who: person(recorder),
      ...(responsible !== recorder && { onBehalfOf: person(responsible) }),
    },
    {
      type: concept(roles, 'assembler', 'Assembler'),
      who: { reference: 'Device/fonema', display: `Fonema ${version}` },
    },
  ]
}

/** Who took responsibility for a signed report; null where the record has no such report. */
export function signingOf(report: ClinicalReportSummary, context: Context): Provenance | null {
  const { id, participant, signature } = report
  if (signature === null || reportOf(report, context) === null) return null
  const who = person(signature.name)
  return {
    resourceType: 'Provenance',
    id,
    target: [{ reference: `DiagnosticReport/${id}` }, subject(participant)],
    occurredDateTime: signature.at,
    recorded: signature.at,
    activity: concept(systems.activities, 'signing', activities.signing),
    agent: [
      {
        type: concept(roles, 'legal', 'Legal'),
        ...(signature.role && { role: [{ text: signature.role }] }),
        who,
      },
    ],
    signature: [
      {
        type: [{ system: signatures, code: '1.2.840.10065.1.12.1.1', display: "Author's Signature" }],
        when: signature.at,
        who,
      },
    ],
  }
}

/** What a resource of provenance is about. */
export const activities: Readonly<Record<string, string>> = {
  session: 'Session and its indices',
  recording: 'Recording and its measures',
  signing: 'Signature of a report',
}
