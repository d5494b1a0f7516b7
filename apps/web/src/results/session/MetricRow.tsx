import { Skeleton, VisuallyHidden } from '@mantine/core'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { displayValue } from './display-value.ts'
import { isLevel } from './levels.ts'
import { MeasureSign } from './MeasureSign.tsx'
import classes from './MetricsTable.module.css'
import type { MetricsColumns } from './MetricsTable.tsx'
import { hasChanged, type MetricsRow, type Score } from './metrics-rows.ts'
import { PopulationCell } from './PopulationCell.tsx'
import { SinceCell } from './SinceCell.tsx'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

/** One measure: its value or why it has none, its places and its change. */
export function MetricRow({ row, columns }: { row: MetricsRow; columns: MetricsColumns }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { score, result } = row
  const { name, unit, decimals, offset } = score
  const { others, reference, since, hasSemaphore } = columns
  const populations = reference === undefined ? others : [reference, ...others]
  const value = result.scores[name]
  const measure = <MeasureCell row={row} isColoured={reference?.is_synthetic === false} />
  if (result.status === 'pending')
    return (
      <tr>
        {measure}
        <td className={classes.value}>
          <Skeleton height={14} width={56} display="inline-block" />
          <VisuallyHidden component="span">{t('analysis__table__pending')}</VisuallyHidden>
        </td>
        {populations.map(({ id }) => (
          <td key={id} className={classes.population} />
        ))}
        {since !== null && <td className={classes.since} />}
      </tr>
    )
  if (value === undefined || !Number.isFinite(value))
    return (
      <tr>
        {measure}
        <td colSpan={1 + populations.length + (since === null ? 0 : 1)} className={classes.missing}>
          {texts.ofMissing(result.missing[name])}
        </td>
      </tr>
    )
  return (
    <tr data-outside={row.outside ?? undefined} data-changed={hasChanged(row) || undefined}>
      {measure}
      <td className={classes.value}>
        {row.doubts.length > 0 && (
          <span className={classes.doubt}>
            <WarningIcon size={14} />
            <VisuallyHidden component="span">{t('analysis__unreliable__value')}</VisuallyHidden>
          </span>
        )}
        <span className={classes.number}>{displayValue(value + offset, currentLanguage(), decimals)}</span>
        {unit !== null && <span className={classes.unit}> {unit}</span>}
      </td>
      {populations.map((population) => (
        <PopulationCell
          key={population.id}
          population={population}
          result={result}
          score={name}
          hasSemaphore={hasSemaphore}
        />
      ))}
      {since !== null && <SinceCell row={row} date={since.date} />}
    </tr>
  )
}

const arrows = { higher_better: '↑', lower_better: '↓' } as const

/** A measure's name, whether it stands out, its direction, and the button that explains it. */
function MeasureCell({ row, isColoured }: { row: MetricsRow; isColoured: boolean }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { name, unit, direction }: Score = row.score
  const words = texts.ofMeasure(name).split(' ')
  const last = isLevel(name) ? (
    <span className={classes.uncalibrated}>{t('analysis__table__uncalibrated')}</span>
  ) : (
    words.pop()
  )
  const isOutstanding = row.outside !== null || hasChanged(row)
  return (
    <th scope="row" abbr={texts.ofMeasure(name)}>
      {isOutstanding && (
        <span
          className={classes.dot}
          data-sign={isColoured || hasChanged(row) ? (row.outside ?? 'changed') : 'plain'}
          aria-hidden="true"
        />
      )}
      {words.join(' ')}{' '}
      <span className={classes.last}>
        {last}
        {direction !== 'neutral' && (
          <span className={classes.direction}>
            <span aria-hidden="true">{arrows[direction]}</span>
            <VisuallyHidden component="span">{t(`analysis__direction__${direction}`)}</VisuallyHidden>
          </span>
        )}
        <MeasureSign measure={name} unit={unit} />
      </span>
      {isOutstanding && (
        <VisuallyHidden component="span">
          {t(hasChanged(row) ? 'analysis__standout__changed' : 'analysis__standout__outside')}
        </VisuallyHidden>
      )}
    </th>
  )
}
