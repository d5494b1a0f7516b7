import type { FeatureDisplay, ItemResponse } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FunctionMetrics } from './FunctionMetrics.tsx'
import classes from './ItemMetrics.module.css'
import { isLevel } from './levels.ts'

type ItemMetricsProps = { answer: ItemResponse; display: FeatureDisplay; isPractice: boolean }

/** An item's numbers, function by function, in the order that the server gives. */
export function ItemMetrics({ answer, display, isPractice }: ItemMetricsProps) {
  const { t } = useTranslation()
  const functions = display.items.find(
    ({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id,
  )?.functions
  const shown = (functions ?? []).flatMap(({ feature_extraction_func_id, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    return result === undefined ? [] : [{ result, scores }]
  })
  if (shown.length === 0)
    return <EmptyState text={t(isPractice ? 'responses__result__practice' : 'responses__result__no_data')} />

  const hasLevels = shown.some(
    ({ result, scores }) => result.status !== 'failed' && scores.some((s) => isLevel(s.name)),
  )
  return (
    <>
      <div className={classes.functions}>
        {shown.map(({ result, scores }) => (
          <FunctionMetrics key={result.feature_extraction_func.id} result={result} shown={scores} />
        ))}
      </div>
      {hasLevels && <p className={classes.note}>{t('analysis__table__levels')}</p>}
    </>
  )
}
