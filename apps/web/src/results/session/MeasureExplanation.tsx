import type { Direction } from '@fonema/speech/measures'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { currentLanguage, type TextKey } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './MeasureSign.module.css'
import { loadExplanations } from './measure-explanations.ts'

const directions: Record<Direction, TextKey> = {
  higher_better: 'analysis__sign__higher_better',
  lower_better: 'analysis__sign__lower_better',
  neutral: 'analysis__sign__neutral',
}

/** Units whose symbol alone is unclear; for the others the symbol is used. */
const unitTexts: Readonly<Record<string, TextKey>> = {
  '1/s': 'analysis__sign__per_second',
  st: 'analysis__sign__semitones',
  dBFS: 'analysis__sign__full_scale',
}

/** The meaning of a measure first, then how it is computed. */
export function MeasureExplanation({ measure, unit }: { measure: string; unit: string | null }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['measure explanations', language],
    queryFn: () => loadExplanations(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const explanation = data.get(measure)
  if (explanation === undefined) return <p className={classes.meaning}>{t('analysis__sign__unknown')}</p>
  const unitText = unitTexts[unit ?? '']
  return (
    <>
      <p className={classes.meaning}>{explanation.meaning}</p>
      <dl className={classes.facts}>
        <dt>{t('analysis__sign__definition')}</dt>
        <dd>{explanation.definition}</dd>
        <dt>{t('analysis__table__unit')}</dt>
        <dd>{unitText === undefined ? (unit ?? t('analysis__sign__no_unit')) : t(unitText)}</dd>
        <dt>{t('analysis__sign__direction')}</dt>
        <dd>{t(directions[explanation.direction])}</dd>
        <dt>{t('analysis__sign__validated')}</dt>
        <dd>{explanation.validated}</dd>
        <dt>{t('analysis__sign__moves')}</dt>
        <dd>{explanation.moves}</dd>
        <dt>{t('analysis__sign__source')}</dt>
        <dd className={classes.source}>{explanation.source}</dd>
      </dl>
    </>
  )
}
