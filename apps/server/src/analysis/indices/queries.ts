import type { SessionId } from '@fonema/contract'
import { avqiVersion, vowelSpaceVersion } from '@fonema/speech'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import '../../responses/tables.ts'
import '../../content/tables.ts'
import '../tables.ts'
import './tables.ts'

/** The takes of a session that count, with the keys of their items. */
export const countingTakes = (tx: Tx, sessionId: SessionId) =>
  tx
    .selectFrom('protocol_responses')
    .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
    .innerJoin('item_responses', 'item_responses.protocol_response_id', 'protocol_responses.id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('takes', 'takes.item_response_id', 'item_responses.id')
    .where('protocol_responses.id', '=', sessionId)
    .where('protocols.is_practice', '=', false)
    .where('takes.counts', '=', true)
    // Where others speak, an index would be of their voices too.
    .where('takes.people', '=', 1)
    .selectAll('takes')
    .select(['protocol_items.key', 'protocols.indices'])

export type Recorded = Awaited<ReturnType<ReturnType<typeof countingTakes>['execute']>>[number]

/**
 * The recordings of an index. `asked`: the syllables of the speech when it is said as asked; `error`: why one of them was
 * not measured.
 */
export type Material = {
  speech: Recorded
  vowel: Recorded
  syllables: number | null
  asked: number
  error: string | null
}

/** The recordings of a session's index; undefined until both are there and measured. */
export async function findMaterial(tx: Tx, sessionId: SessionId): Promise<Material | undefined> {
  const takes = await countingTakes(tx, sessionId).execute()
  const needed = takes[0]?.indices.avqi
  if (needed === undefined) return undefined
  const takeOf = (key: string) => takes.find((take) => take.key === key)
  const [speech, vowel] = [takeOf(needed.speech), takeOf(needed.vowel)]
  if (speech === undefined || vowel === undefined) return undefined
  const measured = await tx
    .selectFrom('feature_results')
    .select(['take_id', 'entry', 'error', 'scores'])
    .where('take_id', 'in', [speech.id, vowel.id])
    .where('entry', 'in', ['timing', 'recording_quality'])
    .where('status', '!=', 'pending')
    .orderBy('function_version', 'desc')
    .execute()
  const find = (takeId: string, entry: string) =>
    measured.find((result) => result.take_id === takeId && result.entry === entry)
  const timing = find(speech.id, 'timing')
  const quality = find(vowel.id, 'recording_quality')
  if (timing === undefined || quality === undefined) return undefined
  const syllables = timing.scores.syllable_count ?? null
  return { speech, vowel, syllables, asked: needed.syllables, error: timing.error ?? quality.error }
}

export const findStored = (tx: Tx, sessionId: SessionId, name: 'avqi' | 'vowel_space' = 'avqi') =>
  tx
    .selectFrom('session_indices')
    .selectAll()
    .where('protocol_response_id', '=', sessionId)
    .where('name', '=', name)
    .executeTakeFirst()

/** Of these sessions, those with an index that is still to come: its takes count, and what is stored is not of them. */
export async function sessionsAwaitingIndex(tx: Tx, sessions: readonly SessionId[]): Promise<Set<SessionId>> {
  const { rows } = await sql<{ id: SessionId }>`
    select distinct s.id
    from protocol_responses s
    join protocols p on p.id = s.protocol_id
    cross join (values ('avqi', ${avqiVersion}::int, 2), ('vowel_space', ${vowelSpaceVersion}, 3)) wanted (name, version, takes)
    where s.id = any(${sessions}) and not p.is_practice and p.indices ? wanted.name
      and (
        select count(*) from protocol_items i
        join item_responses r on r.protocol_item_id = i.id and r.protocol_response_id = s.id
        join takes t on t.item_response_id = r.id and t.counts and t.people = 1
        where i.protocol_id = p.id
          and i.key in (
            select parts.value from jsonb_each_text(p.indices -> wanted.name) parts
            where wanted.name = 'vowel_space' or parts.key in ('speech', 'vowel')
          )
      ) = wanted.takes
      and not exists (
        select from session_indices x
        where x.protocol_response_id = s.id and x.name = wanted.name and x.version >= wanted.version
          and not exists (
            select from takes t
            where t.id in (x.speech_take_id, x.vowel_take_id, x.i_take_id, x.u_take_id) and not t.counts
          )
      )
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
