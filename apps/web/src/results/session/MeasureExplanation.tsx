import type { Direction } from '@fonema/speech/measures'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './MeasureSign.module.css'
import type { MeasureExplanation as Explanation } from './measure-explanations.ts'
import { useExplanations } from './useExplanations.ts'

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

/** The meaning of a measure first, then how it is computed, then the card of its family. */
export function MeasureExplanation({ measure, unit }: { measure: string; unit: string | null }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useExplanations()
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
      </dl>
      <FamilyCard explanation={explanation} />
    </>
  )
}

const validation = ['verification', 'analytical', 'clinical'] as const
const movers = ['age', 'device', 'noise'] as const

/** For whom the family of a measure was validated, what moves it, how reliable it is, and where that is from. */
function FamilyCard({ explanation: { card, source, familySources } }: { explanation: Explanation }) {
  const { t } = useTranslation()
  return (
    <section className={classes.card}>
      <p className={classes.family}>{t('analysis__card__family', { name: card.title })}</p>
      <p>{card.about}</p>
      <h3>{t('analysis__card__validation')}</h3>
      <p>{card.validated}</p>
      <dl>
        {validation.map((field) => (
          <div key={field}>
            <dt>{t(`analysis__card__${field}`)}</dt>
            <dd>{card[field]}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('analysis__card__moves')}</h3>
      <p>{card.moves}</p>
      <dl>
        {movers.map((field) => (
          <div key={field}>
            <dt>{t(`analysis__card__${field}`)}</dt>
            <dd>{card[field]}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('analysis__card__reliability')}</h3>
      <p>{card.reliability}</p>
      <h3>{t('analysis__card__sources')}</h3>
      <ul className={classes.sources}>
        {[...new Set([source, ...familySources])].map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  )
}
