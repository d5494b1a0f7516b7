import type { NormCard } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { Fold } from '../ui/Fold.tsx'
import table from '../ui/table.module.css'
import classes from './Populations.module.css'

const sexTexts = {
  f: 'populations__rule__f',
  m: 'populations__rule__m',
  both: 'populations__norm__both',
} as const

/** Where a published norm is from, who was measured and how, and how many people by sex and age. */
export function NormFacts({ card: { source, licence, note, measures } }: { card: NormCard }) {
  const { t } = useTranslation()
  const groups = measures[0]?.tasks[0]?.strata ?? []
  return (
    <div>
      <p className={classes.about}>
        <strong>{t('populations__norm__published')}</strong>
      </p>
      <p className={classes.source}>{t('populations__norm__source', { source, licence })}</p>
      {note !== '' && <p className={classes.source}>{note}</p>}
      <Fold title={t('populations__norm__people')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('populations__rule__sex')}</th>
              <th scope="col">{t('populations__norm__age')}</th>
              <th scope="col">{t('populations__list__n')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ sex, age_min, age_max, n }) => (
              <tr key={`${sex} ${age_min}`}>
                <td>{t(sexTexts[sex ?? 'both'])}</td>
                <td className={table.number}>
                  {age_max === null ? t('populations__norm__and_older', { age: age_min }) : `${age_min}–${age_max}`}
                </td>
                <td className={table.number}>{n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </div>
  )
}
