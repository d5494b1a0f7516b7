import type { Population } from '@fonema/contract'
import type { ReactNode } from 'react'
import { type TFunction, useTranslation } from '../../ui/i18n.ts'
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
  const places = reference === undefined ? [] : rows.filter((row) => hasPlace(row, reference.id))
  const compared = places.filter(({ isJudged }) => isJudged).length
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
      {!isPoor && places.length > 0 && compared === 0 && <p>{whyNoneIsJudged(places, t)}</p>}
      {judged.length > 0 && !rows.some(hasChanged) && <p>{t('analysis__standout__unchanged')}</p>}
    </div>
  )
}

const hasPlace = ({ result, score }: MetricsRow, populationId: string) =>
  result.percentiles[populationId]?.[score.name] !== undefined

function whyNoneIsJudged(rows: readonly MetricsRow[], t: TFunction): string {
  const doubts = new Set(rows.flatMap((row) => row.doubts))
  if (doubts.size === 0) return t('analysis__unreliable__few_words')
  return [t('analysis__standout__unreliable'), ...[...doubts].map((one) => t(`analysis__reason__${one}`))].join(' ')
}
