import type { Population } from '@fonema/contract'
import { formatDay } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Swatch } from '../../ui/Swatch.tsx'
import { MetricRow } from './MetricRow.tsx'
import classes from './MetricsTable.module.css'
import type { MetricsRow } from './metrics-rows.ts'
import type { Since } from './since-last.ts'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

const dayText = (date: string) => formatDay(date, currentLanguage())

export type MetricsColumns = {
  reference: Population | undefined
  others: readonly Population[]
  since: Since | null
  hasSemaphore: boolean
}

type MetricsTableProps = {
  label: string
  rows: readonly MetricsRow[]
  columns: MetricsColumns
  /** Whether the rows stand below the headings of the scores. */
  isGrouped?: boolean
}

/** Measure, value, place among people, and change. Rows are laid out from the start: nothing moves when values arrive. */
export function MetricsTable({ label, rows, columns, isGrouped = false }: MetricsTableProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { reference, others, since } = columns
  const groups = isGrouped ? [...Map.groupBy(rows, ({ heading }) => heading)] : [['', rows] as const]
  const width = 2 + (reference === undefined ? 0 : 1) + others.length + (since === null ? 0 : 1)
  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-busy={rows.some(({ result }) => result.status === 'pending')}
    >
      <thead>
        <tr>
          <th scope="col">{t('analysis__table__measure')}</th>
          <th scope="col" className={classes.value}>
            {t('analysis__table__value')}
          </th>
          {reference !== undefined && (
            <th scope="col" className={classes.population}>
              {t('analysis__place_column__reference')}
            </th>
          )}
          {others.map((population) => (
            <th key={population.id} scope="col" className={classes.population}>
              <Swatch population={population} /> {population.name}
            </th>
          ))}
          {since !== null && (
            <th scope="col" className={classes.since}>
              {t('analysis__since__column', { date: dayText(since.date) })}
            </th>
          )}
        </tr>
      </thead>
      {groups.map(([heading, own]) => (
        <tbody key={heading}>
          {groups.length > 1 && (
            <tr className={classes.heading}>
              <th scope="rowgroup" colSpan={width}>
                {texts.ofHeading(heading)}
              </th>
            </tr>
          )}
          {own.map((row) => (
            <MetricRow key={`${row.result.feature_extraction_func.id} ${row.score.name}`} row={row} columns={columns} />
          ))}
        </tbody>
      ))}
    </table>
  )
}
