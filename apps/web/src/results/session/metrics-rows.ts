import type { FeatureDisplay, ItemResponse, Population } from '@fonema/contract'
import { hasFewWords, wordsIn } from '@fonema/findings/few-words'
import { type Domain, domainOf } from './domains.ts'
import type { Since, SinceChange } from './since-last.ts'
import { placeOutside } from './standing-out.ts'
import { doubtsOf } from './unreliable.ts'

export type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]

export type MetricsRow = {
  heading: string
  domain: Domain
  score: Score
  result: ItemResponse['feature_extraction_res'][number]
  doubts: ReturnType<typeof doubtsOf>
  isOfFewWords: boolean
  /** Reliable, of enough words, in a recording that is not poor: only then it may stand out. */
  isJudged: boolean
  change: SinceChange | undefined
  /** Outside the reference; null for a value that is inside, unreliable or not compared. */
  outside: 'clear' | 'careful' | null
}

type Context = { reference: Population | undefined; since: Since | null }

/** Every score of an item that is shown, in the server's order. */
export function rowsOf(answer: ItemResponse, display: FeatureDisplay, { reference, since }: Context): MetricsRow[] {
  const item = display.items.find(({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id)
  const words = wordsIn(answer.feature_extraction_res)
  return (item?.functions ?? []).flatMap(({ feature_extraction_func_id, heading, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    if (result === undefined) return []
    const { entry } = result.feature_extraction_func
    const doubts = result.status === 'ready' ? doubtsOf(answer.quality, entry) : []
    const isReliable = doubts.length === 0 && answer.quality?.verdict !== 'poor'
    return scores.map((score) => {
      const isOfFewWords = hasFewWords(score.name, words)
      const isJudged = isReliable && !isOfFewWords
      return {
        heading,
        domain: domainOf(heading, score.name),
        score,
        result,
        doubts,
        isOfFewWords,
        isJudged,
        change: since?.changes.get(`${entry}/${score.name}`),
        outside:
          isJudged && reference !== undefined
            ? placeOutside(
                result.percentiles[reference.id]?.[score.name],
                result.intervals[reference.id]?.[score.name],
                tiesOf(result)?.[reference.id]?.[score.name],
                score.direction,
              )
            : null,
      }
    })
  })
}

const tiesOf = (result: MetricsRow['result']) => (result.status === 'ready' ? result.ties : undefined)

/** A failed function has no rows: its reason is said once. */
export const isShown = ({ result, score: { name } }: MetricsRow): boolean =>
  result.status === 'pending' || name in result.scores || name in result.missing

/** A change beyond the error of measurement, of a reliable value. */
export const hasChanged = ({ change, isJudged }: MetricsRow): boolean => isJudged && change?.kind === 'beyond'

/** What the eye must meet first: real changes, then values clearly outside, then the others outside. */
export function standingOut(rows: readonly MetricsRow[]): MetricsRow[] {
  const rank = (row: MetricsRow) => (hasChanged(row) ? 0 : row.outside === 'clear' ? 1 : 2)
  return rows.filter((row) => row.outside !== null || hasChanged(row)).toSorted((a, b) => rank(a) - rank(b))
}
