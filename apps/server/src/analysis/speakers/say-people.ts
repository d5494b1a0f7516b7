import type { People } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import { priority } from '../../platform/jobs/queue.ts'
import type { ItemPath } from '../../responses/answers.ts'
import { functionsFor, readsSamples, readsWords } from '../functions.ts'
import '../indices/tables.ts'
import { type MeasureTake, type PlanDeps, planMeasuring } from '../plan.ts'
import { findCategory, findTake } from '../queries.ts'
import { requireOpenTake } from '../transcript-service.ts'
import { noteSaidByPerson } from './second-channel.ts'

/** Items of running speech, in which somebody else can speak between the participant's words. */
export const mayHaveOthers = (category: string) => functionsFor(category).some(({ entry }) => readsWords(entry))

/**
 * Stores how many people speak in the take that counts, and plans its measures again: the old ones are of other speech.
 *
 * @throws {AppError} `conflict` for an item without running speech
 */
export async function sayPeople(
  deps: PlanDeps,
  tx: Tx,
  examiner: Examiner,
  path: ItemPath,
  { people }: People,
): Promise<undefined> {
  const takeId = await requireOpenTake(tx, examiner, path)
  const take = await findTake(tx, takeId)
  const category = await findCategory(tx, takeId)
  if (take === undefined || !mayHaveOthers(category)) throw new AppError('conflict')
  await noteSaidByPerson(tx, takeId)
  if (take.people === people) return
  await tx.updateTable('takes').set({ people }).where('id', '=', takeId).execute()
  await measureAgain(deps, tx, { organization_id: examiner.organizationId, take_id: takeId }, category)
}

/** Plans the measures of a take again, after somebody said who speaks. */
export async function measureAgain(deps: PlanDeps, tx: Tx, job: MeasureTake, category: string): Promise<void> {
  const { take_id: takeId } = job
  const measured = functionsFor(category).flatMap(({ entry }) => (readsSamples(entry) ? [entry] : []))
  // Results of every version: an older one would be shown until the new one exists.
  await tx
    .updateTable('feature_results')
    .set({ status: 'pending', error: null, scores: '{}', missing: '{}', data: '{}', updated_at: deps.clock.now() })
    .where('take_id', '=', takeId)
    .where('entry', 'in', measured)
    .execute()
  await tx
    .updateTable('session_indices')
    .set({ status: 'failed', reason: 'not_measured', scores: '{}', updated_at: deps.clock.now() })
    .where('speech_take_id', '=', takeId)
    .execute()
  await planMeasuring(deps, tx, job, category, priority.live)
  await deps.queue.add(tx, 'measure-take', job, { priority: priority.live })
}
