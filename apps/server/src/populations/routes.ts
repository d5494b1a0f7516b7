import type { ItemId } from '@fonema/contract'
import { displayOf } from '../analysis/display.ts'
import type { Catalogue } from '../content/catalogue.ts'
import { requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { sendDistributions, statsOf } from './distributions.ts'
import { bandsOf, evolution } from './evolution.ts'
import { importPopulations, previewImport } from './import.ts'
import { fewestPeople, fewestRepeats } from './measurement-error.ts'
import { addShippedNorm, changePopulation, listShippedNorms } from './norms.ts'
import { probabilities } from './probabilities.ts'
import { findCountingTakes, hasAnswered, listActiveSessions, listPopulations } from './queries.ts'
import { findItem, measurementErrors } from './repeats.ts'
import { countPeople, definePopulation, type RuleDeps, recompute } from './rules.ts'

type PopulationDeps = RuleDeps & { catalogue: Catalogue }

export function populationRoutes(implement: Implement, deps: PopulationDeps) {
  const { database, clock } = deps

  implement.inTenant('GET /ai/populations/', async ({ tx, page }) =>
    page.cut(await listPopulations(tx)).map(({ computed_at, ...population }) => ({
      ...population,
      computed_at: computed_at.toISOString(),
    })),
  )

  implement('POST /ai/populations/', async ({ principal, query, body, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await database.tenant(principal.organizationId, (tx) =>
      isPreview
        ? countPeople(tx, body.rule)
        : once(tx, clock, request, principal, () => definePopulation(deps, tx, principal, body)),
    )
    return reply.code(isPreview ? 200 : 202).send(answer)
  })

  implement.inTenant('PATCH /ai/populations/{population_id}/', async ({ tx, params, body }) => {
    await changePopulation(tx, params.population_id, body)
    return undefined
  })

  implement.inTenant('POST /ai/populations/{population_id}/compute/', async ({ tx, principal, params }) => {
    await recompute(deps, tx, principal, params.population_id)
    return undefined
  })

  implement('POST /ai/populations/import/', async ({ principal, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await (isPreview ? previewImport : importPopulations)(deps, principal, request)
    return reply.code(isPreview ? 200 : 201).send(answer)
  })

  implement.inTenant('GET /ai/populations/norms/', ({ tx }) => listShippedNorms(tx, deps.catalogue))
  implement.inTenant('POST /ai/populations/norms/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => addShippedNorm(tx, deps, principal, body.key)),
  )

  implement.inTenant(
    'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/',
    async ({ tx, principal, params }) => {
      const session = await tx
        .selectFrom('protocol_responses')
        .select('participant_id')
        .where('id', '=', params.protocol_res_id)
        .executeTakeFirst()
      if (session === undefined) throw new AppError('not_found')
      await requireParticipant(tx, principal, session.participant_id)
      return probabilities(tx, await findCountingTakes(tx, [params.protocol_res_id]))
    },
  )

  const errorsOf = async (tx: Tx, id: ItemId) => {
    const item = await findItem(tx, id)
    if (item === undefined) throw new AppError('not_found')
    const needs = { n: fewestPeople, repeats: fewestRepeats }
    return { protocol_item_id: id, needs, scores: await measurementErrors(tx, item) }
  }

  implement.inTenant('GET /ai/measurement_error/{protocol_item_id}/', ({ tx, params: { protocol_item_id } }) =>
    errorsOf(tx, protocol_item_id),
  )

  implement.inTenant(
    'GET /protocols/responses/{participant_id}/evolution/{protocol_item_id}/',
    async ({ tx, principal, params: { participant_id, protocol_item_id } }) => {
      await requireParticipant(tx, principal, participant_id)
      if (!(await hasAnswered(tx, participant_id, protocol_item_id))) throw new AppError('not_found')
      const errors = await errorsOf(tx, protocol_item_id)
      return { ...errors, bands: await bandsOf(tx, participant_id, protocol_item_id, errors.scores) }
    },
  )

  implement.inTenant(
    'GET /protocols/responses/{participant_id}/evolution/',
    async ({ tx, principal, params, page }) => {
      await requireParticipant(tx, principal, params.participant_id)
      const sessions = await listActiveSessions(tx, page, params.participant_id)
      const ids = sessions.map(({ protocol_response_id }) => protocol_response_id)
      return evolution(tx, params.participant_id, await findCountingTakes(tx, ids), ids)
    },
  )

  implement.inTenant('GET /protocols/feature_display/pdf/{protocol_id}/', ({ tx, params }) =>
    displayOf(tx, params.protocol_id),
  )

  implement('GET /ai/feature_population_distributions/', ({ principal, query, request, reply }) =>
    sendDistributions(database, principal, query, request, reply),
  )

  implement.inTenant(
    'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/',
    ({ tx, params }) => statsOf(tx, params),
  )
}
