import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { samplesOf } from '../../e2e/known-recording.ts'
import type { Session } from '../client.ts'
import type { Clinic } from '../clinic.ts'

/** The recordings of a session in the clinic's database, in the order in which they were made. */
export const takesOf = ({ database, organizationId }: Clinic, session: Session) =>
  database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
      .selectAll('takes')
      .select('protocol_item_id')
      .where('protocol_response_id', '=', session.id)
      .orderBy('recorded_at')
      .execute(),
  )
export type StoredRecording = Awaited<ReturnType<typeof takesOf>>[number]

export const samplesFrom = async ({ dataDir }: Clinic, { object_key }: StoredRecording): Promise<Int16Array> =>
  samplesOf(await readFile(path.join(dataDir, 'files', 'objects', object_key)))
