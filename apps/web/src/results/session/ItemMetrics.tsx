import type { FeatureDisplay, ItemResponse } from '@fonema/contract'
import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { currentLanguage } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { HeadingMetrics } from './HeadingMetrics.tsx'
import classes from './ItemMetrics.module.css'
import { isLevel } from './levels.ts'
import { outsideByChance } from './many-comparisons.ts'
import { PopulationLegend } from './PopulationLegend.tsx'
import { populationsOf, uncomparedOf, usePopulations, useSemaphoreColumn } from './populations.ts'
import { SemaphoreNote } from './SemaphoreNote.tsx'

type ItemMetricsProps = { answer: ItemResponse; display: FeatureDisplay; isPractice: boolean }

/** An item's numbers by heading, in the server's order. */
export function ItemMetrics({ answer, display, isPractice }: ItemMetricsProps) {
  const { t } = useTranslation()
  const all = usePopulations()
  const hasSemaphore = useSemaphoreColumn()
  const functions = display.items.find(
    ({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id,
  )?.functions
  const shown = (functions ?? []).flatMap(({ feature_extraction_func_id, heading, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    return result === undefined ? [] : [{ heading, result, scores }]
  })
  if (shown.length === 0)
    return <EmptyState text={t(isPractice ? 'responses__result__practice' : 'responses__result__no_data')} />

  const hasLevels = shown.some(
    ({ result, scores }) => result.status !== 'failed' && scores.some((s) => isLevel(s.name)),
  )
  const hasDirections = shown.some(({ scores }) => scores.some(({ direction }) => direction !== 'neutral'))
  const results = [...new Set(shown.map(({ result }) => result))]
  const populations = populationsOf(results, all)
  const outside = populations[0] === undefined ? null : outsideByChance(shown, populations[0].id)
  const hasTies = results.some((result) => result.status === 'ready' && result.ties !== undefined)
  const uncompared = uncomparedOf(results, all)
  const context = { populations, hasSemaphore, quality: answer.quality }
  return (
    <>
      {populations.length + uncompared.length > 0 && (
        <PopulationLegend populations={populations} uncompared={uncompared} results={results} />
      )}
      <Box
        className={classes.functions}
        data-compared={populations.length > 0 || undefined}
        __vars={{ '--populations-width': `${populations.length * (populations.length > 2 ? 124 : 186)}px` }}
      >
        {[...Map.groupBy(shown, ({ heading }) => heading)].map(([heading, parts]) => (
          <HeadingMetrics key={heading} heading={heading} parts={parts} context={context} />
        ))}
      </Box>
      <div className={classes.notes}>
        {hasDirections && <p>{t('analysis__direction__legend')}</p>}
        {populations.length > 0 && (
          <p>
            {t('analysis__compared__percentiles')} {hasSemaphore && <SemaphoreNote populations={populations} />}
          </p>
        )}
        {hasTies && <p>{t('analysis__compared__tied_note')}</p>}
        {outside !== null && (
          <p>
            {t('analysis__compared__by_chance', {
              ...outside,
              population: populations[0]!.name,
              expected: formatDecimals(outside.expected, currentLanguage(), 1),
            })}
          </p>
        )}
        {hasLevels && <p>{t('analysis__table__levels')}</p>}
      </div>
    </>
  )
}
