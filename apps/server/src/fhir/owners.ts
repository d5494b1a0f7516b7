import type { SearchedType } from '@fonema/fhir'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

type Owner = { participant_id: string; session_id: string | null }

/** Whose object an id is, in the caller's organisation. Whether the caller may read it is for the API to say. */
export async function findOwner(tx: Tx, type: SearchedType, id: string): Promise<Owner | undefined> {
  const { rows } =
    type === 'DiagnosticReport'
      ? await sql<Owner>`select participant_id, null::uuid as session_id from clinical_reports where id = ${id}`.execute(
          tx,
        )
      : type === 'QuestionnaireResponse'
        ? await sql<Owner>`select participant_id, null::uuid as session_id from survey_responses where id = ${id}`.execute(
            tx,
          )
        : await sql<Owner>`select participant_id, null::uuid as session_id from clinical_reports
              where id = ${id} and ${type} = 'Provenance'
            union all select participant_id, id as session_id from protocol_responses where id = ${id}
            union all select r.participant_id, r.id from item_responses i
              join protocol_responses r on r.id = i.protocol_response_id where i.id = ${id}`.execute(tx)
  return rows[0]
}
