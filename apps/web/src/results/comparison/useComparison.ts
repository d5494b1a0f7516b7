import type { FeatureDisplay, ItemResponse, Population } from '@fonema/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import type { PercentileInterval } from '../session/useIntervalText.ts'

type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]

/** A score of an item that can be compared with populations, with its display data. */
export type ComparedScore = Score & {
  functionId: string
  entry: string
  heading: string
  value: number
  /** By population. */
  percentiles: Record<string, number>
  intervals: Record<string, PercentileInterval>
}

/** The displayed scores of an answer that were compared with any population, in display order. */
export function comparedScores(answer: ItemResponse, display: FeatureDisplay): ComparedScore[] {
  const functions = display.items.find(
    ({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id,
  )?.functions
  return (functions ?? []).flatMap(({ feature_extraction_func_id, heading, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    if (result?.status !== 'ready') return []
    const { id, entry } = result.feature_extraction_func
    return scores.flatMap((score) => {
      const value = result.scores[score.name]
      const percentiles = ofScore(result.percentiles, score.name)
      const intervals = ofScore(result.intervals, score.name)
      if (value === undefined || Object.keys(percentiles).length === 0) return []
      return [{ ...score, functionId: id, entry, heading, value, percentiles, intervals }]
    })
  })
}

/** What each population has for one score. */
const ofScore = <T>(byPopulation: Record<string, Record<string, T>>, score: string): Record<string, T> =>
  Object.fromEntries(
    Object.entries(byPopulation).flatMap(([population, found]) =>
      found[score] === undefined ? [] : [[population, found[score]]],
    ),
  )

const minutesMs = 5 * 60_000

/**
 * The densities of one score of an item. All scores of an item would be about thirty times the data, and only one is
 * drawn. They change only when a population is computed again.
 */
export const distributionsOf = (itemId: string, score: string) => ({
  ...queryFor('GET /ai/feature_population_distributions/', { query: { protocol_item_id: itemId, score } }),
  staleTime: minutesMs,
})

export type Distribution = Answer<'GET /ai/feature_population_distributions/'>[number]

type BoxPath = { itemId: string; functionId: string; languageId: string }

/** The box-plot data of a function's scores, population by population. */
export const useBoxes = (populations: readonly Population[], { itemId, functionId, languageId }: BoxPath) =>
  useQueries({
    queries: populations.map(({ id }) => ({
      ...queryFor(
        'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/',
        {
          params: {
            chart_name: 'box',
            protocol_item_id: itemId,
            feature_extraction_func_id: functionId,
            population_id: id,
            language_id: languageId,
          },
        },
      ),
      staleTime: minutesMs,
    })),
  })

export const useProbabilities = (sessionId: string) =>
  useQuery(
    queryFor('GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/', {
      params: { protocol_res_id: sessionId },
    }),
  )

/** A score with an empty row is far from all populations. */
export const isFar = (row: Record<string, number>): boolean => Object.keys(row).length === 0
