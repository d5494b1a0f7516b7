import type { NormCard, OrganizationId, PopulationId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import './tables.ts'
import { drawAll } from './drawings.ts'
import type { Sample } from './sample.ts'

export type NewPopulation = {
  name: string
  description: string
  source: string
  fill_color: string
  stroke_color: string
  is_synthetic: boolean
  is_reference: boolean
  /** Only for a published table. */
  card?: NormCard | null
}
export type NewSample = Sample & { language: string; category: string; item: string; entry: string; score: string }

const rowsAtOnce = 200

/** Stores a computation as the next version of the population with this name, which is created if new. */
export async function saveVersion(
  tx: Tx,
  organizationId: OrganizationId,
  population: NewPopulation,
  computed: { n: number; samples: readonly NewSample[] },
  now: Date,
): Promise<{ id: PopulationId; version: number }> {
  const owner = { organization_id: organizationId }
  // A new table may define its measures otherwise: they are confirmed again.
  const stored = { ...population, card: population.card ? JSON.stringify(population.card) : null, confirmed: [] }
  const { id } = await tx
    .insertInto('populations')
    .values({ id: newId<PopulationId>(), ...owner, ...stored, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet(stored))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, version: await addVersion(tx, organizationId, id, computed, now) }
}

/** Stores a computation as the next version of a population. */
export async function addVersion(
  tx: Tx,
  organizationId: OrganizationId,
  id: PopulationId,
  { n, samples }: { n: number; samples: readonly NewSample[] },
  now: Date,
): Promise<number> {
  const owner = { organization_id: organizationId }
  // Prevents two concurrent computations from creating the same version.
  await tx.selectFrom('populations').select('id').where('id', '=', id).forUpdate().execute()
  const { last } = await tx
    .selectFrom('population_versions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('population_id', '=', id)
    .executeTakeFirstOrThrow()
  const version = (last ?? 0) + 1
  const versionId = uuidv7()
  await tx
    .insertInto('population_versions')
    .values({ id: versionId, ...owner, population_id: id, version, n, computed_at: now })
    .execute()
  for (let from = 0; from < samples.length; from += rowsAtOnce) {
    const some = samples.slice(from, from + rowsAtOnce)
    const drawings = await drawAll(some)
    const rows = some.map((sample, i) => ({
      ...owner,
      version_id: versionId,
      ...sample,
      strata: sample.strata ? JSON.stringify(sample.strata) : null,
      ...drawings[i]!,
    }))
    await tx.insertInto('population_samples').values(rows).execute()
  }
  return version
}
