import { shareOutside } from '@fonema/findings/outside'
import { fewestForChance } from '@fonema/findings/rules'
import type { MetricsRow } from './metrics-rows.ts'

type Compared = Pick<MetricsRow, 'outside'> & {
  score: Pick<MetricsRow['score'], 'name' | 'direction'>
  result: Pick<MetricsRow['result'], 'percentiles'>
  isJudged: boolean
}

/**
 * How many of the reliable values compared with a population lie outside, and how many would by chance alone.
 *
 * @returns null for a handful of values
 */
export function outsideByChance(rows: readonly Compared[], populationId: string) {
  const compared = rows.filter(
    ({ score, result, isJudged }) => isJudged && result.percentiles[populationId]?.[score.name] !== undefined,
  )
  if (compared.length < fewestForChance) return null
  return {
    compared: compared.length,
    expected: compared.reduce((sum, { score }) => sum + shareOutside(score.direction), 0),
    found: compared.filter(({ outside }) => outside !== null).length,
  }
}
