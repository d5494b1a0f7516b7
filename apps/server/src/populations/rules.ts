import {
  type NewPopulation,
  OrganizationId,
  type ParticipantId,
  PopulationId,
  type PopulationRule,
} from '@fonema/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { withoutNorms } from '../analysis/functions.ts'
import { isFinal, resultsOf } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { priority, type Queue } from '../platform/jobs/queue.ts'
import { createTurns } from '../platform/turns.ts'
import { colorsFor } from './colors.ts'
import { itemsWithLanguage } from './items.ts'
import { type SpokenTake, spokenTakes, toSpoken } from './queries.ts'
import { addVersion, type NewSample } from './store.ts'
import { isTrusted } from './trusted.ts'

// Populations defined by a rule over the organisation's participants who consented. A worker computes them, because
// this reads the results of all participants.

export const ComputePopulation = z.object({ organization_id: OrganizationId, population_id: PopulationId })
export type ComputePopulation = z.infer<typeof ComputePopulation>

export type RuleDeps = {
  database: Database
  queue: Queue
  clock: Clock
  /** Records in the audit log who requested a computation. */
  noteRequest(tx: Tx, principal: Principal, populationId: PopulationId): Promise<void>
}

/** Stores the rule and requests its first computation. @returns how many people match now */
export async function definePopulation(
  { queue, clock }: Pick<RuleDeps, 'queue' | 'clock'>,
  tx: Tx,
  { organizationId }: Principal,
  { name, rule }: NewPopulation,
): Promise<{ n: number }> {
  // Prevents two concurrent requests from taking the same name or colour.
  await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
  const existing = await tx.selectFrom('populations').select('name').execute()
  if (existing.some((population) => population.name === name)) throw new InvalidFields({ name: ['already_exists'] })
  const [fill_color, stroke_color] = colorsFor(existing.length)
  const id = newId<PopulationId>()
  await tx
    .insertInto('populations')
    .values({
      id,
      organization_id: organizationId,
      name,
      description: '',
      source: '',
      fill_color,
      stroke_color,
      is_synthetic: false,
      is_reference: rule.diagnosis !== null && 'none' in rule.diagnosis,
      rule: JSON.stringify(rule),
      created_at: clock.now(),
    })
    .execute()
  await askForComputation(queue, tx, organizationId, id)
  return countPeople(tx, rule)
}

/** @throws {AppError} `not_found` for an imported population, which cannot be computed */
export async function recompute(deps: RuleDeps, tx: Tx, principal: Principal, id: PopulationId): Promise<void> {
  if ((await findRule(tx, id)) === null) throw new AppError('not_found')
  await askForComputation(deps.queue, tx, principal.organizationId, id)
  await deps.noteRequest(tx, principal, id)
}

const askForComputation = (queue: Queue, tx: Tx, organization_id: OrganizationId, population_id: PopulationId) =>
  queue.add(tx, 'compute-population', { organization_id, population_id }, { priority: priority.background })

const findRule = async (tx: Tx, id: PopulationId): Promise<PopulationRule | null> =>
  (await tx.selectFrom('populations').select('rule').where('id', '=', id).executeTakeFirst())?.rule ?? null

/** How many people match a rule now. */
export async function countPeople(tx: Tx, rule: PopulationRule): Promise<{ n: number }> {
  return { n: new Set((await findRuleTakes(tx, rule)).map(({ participantId }) => participantId)).size }
}

/** Computes a population's next version. Safe to run twice: another version with the same people is harmless. */
export async function computePopulation(
  { database, clock }: Pick<RuleDeps, 'database' | 'clock'>,
  { organization_id, population_id }: ComputePopulation,
): Promise<void> {
  await database.tenant(organization_id, async (tx) => {
    const rule = await findRule(tx, population_id)
    if (rule === null) return
    const samples = await gatherSamples(tx, await findRuleTakes(tx, rule))
    await addVersion(tx, organization_id, population_id, samples, clock.now())
  })
}

const takesAtOnce = 500
type RuleTake = SpokenTake & { participantId: ParticipantId; position: number }

/**
 * One value for each person, item and score: from the latest completed session with that item whose recording can be
 * trusted for it.
 */
async function gatherSamples(tx: Tx, takes: readonly RuleTake[]): Promise<{ n: number; samples: NewSample[] }> {
  const samples = new Map<string, NewSample & { taken: Set<string> }>()
  for (let from = 0; from < takes.length; from += takesAtOnce) {
    const some = takes.slice(from, from + takesAtOnce)
    const results = await resultsOf(
      tx,
      some.map(({ takeId }) => takeId),
    )
    for (const take of some)
      for (const { scores, feature_extraction_func } of (results.get(take.takeId) ?? []).filter(isFinal)) {
        const { entry } = feature_extraction_func
        if (withoutNorms.has(entry) || !isTrusted(take, entry)) continue
        for (const { name } of shownScores(take.category, entry))
          if (scores[name] !== undefined) addValue(samples, take, entry, name, scores[name])
      }
  }
  const n = new Set(takes.map(({ participantId }) => participantId)).size
  return { n, samples: [...samples.values()].map(({ taken: _, ...sample }) => sample) }
}

function addValue(
  samples: Map<string, NewSample & { taken: Set<string> }>,
  { language, category, item, participantId, person }: RuleTake,
  entry: string,
  score: string,
  value: number,
) {
  const key = [language, item, entry, score].join('/')
  const sample = samples.get(key) ?? {
    language,
    category,
    item,
    entry,
    score,
    vals: [],
    sexes: [],
    ages: [],
    educations: [],
    taken: new Set<string>(),
  }
  samples.set(key, sample)
  if (sample.taken.has(participantId)) return
  sample.taken.add(participantId)
  sample.vals.push(value)
  sample.sexes.push(person.sex)
  sample.ages.push(person.age)
  sample.educations.push(person.educationYears)
}

/**
 * The takes of matching people, latest session first. Poor and interrupted takes are excluded: they are not typical.
 */
async function findRuleTakes(tx: Tx, rule: PopulationRule): Promise<RuleTake[]> {
  const rows = await spokenTakes(tx)
    .innerJoin(
      itemsWithLanguage(tx)
        .select(['protocol_items.position', 'protocols.id as protocol_id', 'protocols.is_practice'])
        // Forces a separate plan: planning a join of all eight tables takes PostgreSQL ten times as long as reading them.
        .offset(0)
        .as('items'),
      'items.id',
      'item_responses.protocol_item_id',
    )
    .select(['items.category', 'items.item', 'items.language'])
    .select(['participants.id as participant_id', 'participants.diagnose', 'items.position', 'takes.quality'])
    .where(sql<boolean>`participants.consent_research`)
    .where('participants.active', '=', true)
    .where('protocol_responses.active', '=', true)
    .where('protocol_responses.completed_at', 'is not', null)
    .where('items.is_practice', '=', false)
    .where('takes.counts', '=', true)
    .where('takes.interrupted', '=', false)
    .$if(rule.sex !== null, (query) => query.where('participants.sex', '=', rule.sex))
    .$if(rule.locale !== null, (query) => query.where('participants.locale_id', '=', rule.locale!))
    .$if(rule.protocol !== null, (query) => query.where('items.protocol_id', '=', rule.protocol!))
    .$if(rule.education_min !== null, (query) => query.where('participants.education_years', '>=', rule.education_min))
    .$if(rule.education_max !== null, (query) => query.where('participants.education_years', '<=', rule.education_max))
    .orderBy('protocol_responses.date_created', 'desc')
    .orderBy('protocol_responses.id')
    .orderBy('takes.item_response_id')
    .execute()
  const takes: RuleTake[] = []
  const turn = createTurns()
  for (const row of rows) {
    await turn()
    if (row.quality?.verdict === 'poor') continue
    const take = toSpoken(row, row)
    if (isOf(rule, take.person.age, row.diagnose))
      takes.push({ ...take, participantId: row.participant_id, position: row.position })
  }
  return takes.sort((a, b) => b.date.getTime() - a.date.getTime() || a.position - b.position)
}

/** The conditions that the database cannot check: the age at the recording, and a text whatever its case. */
function isOf({ age_min, age_max, diagnosis }: PopulationRule, age: number | null, diagnose: string | null): boolean {
  if ((age_min !== null || age_max !== null) && age === null) return false
  if (age !== null && (age < (age_min ?? 0) || age > (age_max ?? Number.POSITIVE_INFINITY))) return false
  if (diagnosis === null) return true
  if ('none' in diagnosis) return diagnose === null
  return (diagnose ?? '').toLowerCase().includes(diagnosis.contains.toLowerCase())
}
