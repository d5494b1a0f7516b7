import { VisuallyHidden } from '@mantine/core'
import { formatDay } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { displayDifference } from './display-value.ts'
import classes from './MetricsTable.module.css'
import { hasChanged, type MetricsRow } from './metrics-rows.ts'
import { isBetter } from './since-last.ts'

const dayText = (date: string) => formatDay(date, currentLanguage())

/** How a value differs from the last comparable one, and whether that means anything. `date`: of the column. */
export function SinceCell({ row, date }: { row: MetricsRow; date: string }) {
  const { t } = useTranslation()
  const { change, score, result } = row
  if (change === undefined) return <td className={classes.since}>{t('analysis__since__none')}</td>
  if (change.kind === 'incomparable') {
    const reason = t(`analysis__obstacle__${change.reason}`)
    return <td className={classes.since}>{t('analysis__since__incomparable', { reason })}</td>
  }
  const now = (result.scores[score.name] ?? 0) + score.offset
  const values = [now, now - change.difference]
  const difference = displayDifference(change.difference, values, currentLanguage(), score.decimals)
  const better = hasChanged(row) ? isBetter(change.difference, score.direction) : null
  const meaning = better === null ? 'neutral' : better ? 'better' : 'worse'
  return (
    <td className={classes.since} data-change={hasChanged(row) ? meaning : undefined}>
      <span className={classes.difference}>
        {difference}
        {change.kind !== 'unknown' && ', '}
      </span>
      {change.kind === 'unknown' ? (
        // Said once below the table, not in each row.
        <VisuallyHidden component="span"> {t('analysis__since__unknown')}</VisuallyHidden>
      ) : (
        t(`analysis__since__${meaning === 'neutral' ? change.kind : meaning}`)
      )}
      {change.date !== date && ` ${t('analysis__since__other_date', { date: dayText(change.date) })}`}
    </td>
  )
}
