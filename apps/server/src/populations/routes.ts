import { displayOf } from '../analysis/display.ts'
import { analysisFunctions } from '../analysis/functions.ts'
import type { Catalogue } from '../content/catalogue.ts'
import { requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listAssigned } from '../protocols/queries.ts'
import { openSamples, shownScores } from './compare.ts'
import { importPopulations, previewImport } from './import.ts'
import { evolution, probabilities } from './probabilities.ts'
import { findCountingTakes, itemsWithLanguage, listPopulations } from './queries.ts'
import { countPeople, definePopulation, type RuleDeps, recompute } from './rules.ts'
import { statsOf } from './stats.ts'

type PopulationDeps = RuleDeps & { catalogue: Catalogue }

export function populationRoutes(implement: Implement, deps: PopulationDeps) {
  const { database, clock } = deps

  implement('GET /ai/populations/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) =>
      (await listPopulations(tx)).map(({ computed_at, ...population }) => ({
        ...population,
        computed_at: computed_at.toISOString(),
      })),
    ),
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

  implement('POST /ai/populations/{population_id}/compute/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      await recompute(deps, tx, principal, params.population_id)
      return undefined
    }),
  )

  implement('POST /ai/populations/import/', async ({ principal, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await (isPreview ? previewImport : importPopulations)(deps, principal, request)
    return reply.code(isPreview ? 200 : 201).send(answer)
  })

  implement('GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const session = await tx
        .selectFrom('protocol_responses')
        .select('participant_id')
        .where('id', '=', params.protocol_res_id)
        .executeTakeFirst()
      if (session === undefined) throw new AppError('not_found')
      await requireParticipant(tx, principal, session.participant_id)
      return probabilities(tx, await findCountingTakes(tx, { sessionId: params.protocol_res_id }))
    }),
  )

  implement('GET /protocols/responses/{participant_id}/evolution/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      await requireParticipant(tx, principal, params.participant_id)
      return evolution(tx, await findCountingTakes(tx, { participantId: params.participant_id }))
    }),
  )

  implement('GET /protocols/feature_display/pdf/{protocol_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => displayOf(tx, params.protocol_id)),
  )

  implement('GET /ai/feature_population_distributions/', ({ principal, query }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const protocols = (await listAssigned(tx, principal.examinerId)).map(({ id }) => id)
      const items = (await findItemsWithLanguage(tx, protocols)).filter(
        ({ id }) => query.protocol_item_id === undefined || id === query.protocol_item_id,
      )
      const samples = await openSamples(tx, items)
      return items.flatMap((item) =>
        samples.populations.flatMap((population) =>
          analysisFunctions.flatMap(({ id, entry }) => {
            const data = Object.fromEntries(
              shownScores(item.category, entry).flatMap(({ name }) => {
                if (query.score !== undefined && query.score !== name) return []
                const sample = samples.of(population, item, entry, name)
                const stats = sample === undefined ? null : statsOf(sample)
                if (stats === null) return []
                const { n, mean, sd, x, y } = stats
                return [[name, { n, mean, sd, x, y }]]
              }),
            )
            if (Object.keys(data).length === 0) return []
            return [
              {
                feature_extraction_func_id: id,
                protocol_item_id: item.id,
                population_id: population.id,
                language_id: item.languageId,
                data,
              },
            ]
          }),
        ),
      )
    }),
  )

  implement(
    'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/',
    ({ principal, params }) =>
      database.tenant(principal.organizationId, async (tx) => {
        const item = await findItemById(tx, params.protocol_item_id)
        const entry = analysisFunctions.find(({ id }) => id === params.feature_extraction_func_id)?.entry
        const samples = item && (await openSamples(tx, [item]))
        const population = samples?.populations.find(({ id }) => id === params.population_id)
        // A population that is not there, or another clinic's, has no values of anything.
        if (item?.languageId !== params.language_id || entry === undefined || !samples || !population)
          return { chart_name: params.chart_name, scores: {} }
        const scores = shownScores(item.category, entry).flatMap(({ name }) => {
          const sample = samples.of(population, item, entry, name)
          const stats = sample === undefined ? null : statsOf(sample)
          return stats === null ? [] : [[name, stats] as const]
        })
        return { chart_name: params.chart_name, scores: Object.fromEntries(scores) }
      }),
  )
}

const findItemsWithLanguage = (tx: Tx, protocolIds: readonly string[]) =>
  protocolIds.length === 0
    ? Promise.resolve([])
    : itemsWithLanguage(tx).where('protocol_id', 'in', protocolIds).orderBy('protocol_items.id').execute()

const findItemById = (tx: Tx, id: string) =>
  itemsWithLanguage(tx).where('protocol_items.id', '=', id).executeTakeFirst()
