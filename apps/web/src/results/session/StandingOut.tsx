import type { Population } from '@fonema/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './ItemMetrics.module.css'
import { hasChanged, type MetricsRow } from './metrics-rows.ts'

type StandingOutProps = {
  rows: readonly MetricsRow[]
  reference: Population | undefined
  isPoor: boolean
  children: ReactNode
}

/** The measures outside the reference or really changed; otherwise a sentence that says why there are none. */
export function StandingOut({ rows, reference, isPoor, children }: StandingOutProps) {
  const { t } = useTranslation()
  if (rows.length === 0 || rows.some(({ result }) => result.status === 'pending')) return null
  const compared =
    reference === undefined
      ? 0
      : rows.filter(
          ({ isJudged, result, score }) => isJudged && result.percentiles[reference.id]?.[score.name] !== undefined,
        ).length
  const judged = rows.filter(
    ({ isJudged, change }) => isJudged && (change?.kind === 'beyond' || change?.kind === 'within'),
  )
  const hasOutside = rows.some(({ outside }) => outside !== null)
  return (
    <div className={classes.outstanding}>
      <h3>{t('analysis__standout__title')}</h3>
      {children}
      {isPoor && <p>{t('analysis__standout__poor')}</p>}
      {!isPoor && reference === undefined && <p>{t('analysis__standout__no_reference')}</p>}
      {reference !== undefined && compared > 0 && !hasOutside && (
        <p>{t('analysis__standout__nothing', { compared, population: reference.name })}</p>
      )}
      {judged.length > 0 && !rows.some(hasChanged) && <p>{t('analysis__standout__unchanged')}</p>}
    </div>
  )
}
