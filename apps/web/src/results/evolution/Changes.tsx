import type { MeasurementErrors } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, type TextKey } from '../../ui/i18n.ts'
import { displayValue } from '../session/display-value.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { type Change, changeOf } from './change.ts'
import classes from './Evolution.module.css'
import { datesOf, type Series } from './series.ts'

type ChangesProps = { series: readonly Series[]; errors: MeasurementErrors }
type Row = { one: Series; change: Change }

const verdicts: Record<Exclude<Change['kind'], 'unknown'>, TextKey> = {
  beyond: 'analysis__change__beyond',
  within: 'analysis__change__within',
  other_device: 'analysis__change__other_device',
  other_engine: 'analysis__change__other_engine',
}

/** Whether each measure changed more than its measurement does, since the first session. */
export function Changes({ series, errors }: ChangesProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const language = currentLanguage()
  const rows = series.flatMap((one): Row[] => {
    const change = changeOf(one, errors.scores[one.score])
    return change === null ? [] : [{ one, change }]
  })
  const first = datesOf(series)[0]
  if (rows.length === 0 || first === undefined) return null
  const known = rows.flatMap(({ one, change }) => (change.kind === 'unknown' ? [] : [{ one, change }]))
  const unknown = rows.length - known.length
  const isWithinSession = known.some(({ one }) => errors.scores[one.score]?.method === 'within_session')
  // A measure without a value in the first session begins later.
  const nameOf = ({ score, points }: Series) =>
    points[0]!.date === first
      ? texts.ofMeasure(score)
      : `${texts.ofMeasure(score)} (${t('analysis__change__title', { date: formatApiDate(points[0]!.date, language) })})`
  const numberOf = (value: number, { decimals, unit }: Series) =>
    [displayValue(value, language, decimals), unit].filter(Boolean).join(' ')
  const said = (change: Exclude<Change, { kind: 'unknown' }>, one: Series) =>
    t(verdicts[change.kind], { error: 'mdc95' in change ? numberOf(change.mdc95, one) : '' })
  const title = t('analysis__change__title', { date: formatApiDate(first, language) })
  return (
    <section className={classes.changes} aria-label={title}>
      <h3>{title}</h3>
      {unknown > 0 && (
        <p className={classes.nothing}>
          {t('analysis__change__unknown_note', { unknown, total: rows.length, ...errors.needs })}
        </p>
      )}
      {known.length > 0 && (
        <ul>
          {known.map(({ one, change }) => (
            <li key={one.id} data-change={change.kind}>
              <span>{nameOf(one)}</span>
              <span>
                {change.difference > 0 ? '+' : ''}
                {numberOf(change.difference, one)}
              </span>
              <span>{said(change, one)}</span>
            </li>
          ))}
        </ul>
      )}
      {known.length > 0 && <p className={classes.nothing}>{t('analysis__change__method')}</p>}
      {isWithinSession && <p className={classes.nothing}>{t('analysis__change__within_session')}</p>}
    </section>
  )
}
