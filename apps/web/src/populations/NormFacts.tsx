import type { NormCard } from '@fonema/contract'
import { FactList } from '../ui/FactList.tsx'
import { Fold } from '../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import classes from './Populations.module.css'

const sexTexts = {
  f: 'populations__rule__f',
  m: 'populations__rule__m',
  both: 'populations__norm__both',
} as const

/** Where a published norm is from, who was measured and how, and how many people by sex and age. */
export function NormFacts({ card }: { card: NormCard }) {
  const { t } = useTranslation()
  const { source, licence, engine, measures } = card
  const { people, recorded, note } = { ...card, ...card.translations?.[currentLanguage()] }
  const groups = measures[0]?.tasks[0]?.strata ?? []
  return (
    <div>
      <p className={classes.about}>
        <strong>{t('populations__norm__published')}</strong>
      </p>
      <FactList
        facts={[
          [t('populations__norm__who'), people || null],
          [t('populations__norm__recorded'), recorded || null],
          [t('populations__norm__engine'), engine || null],
          [t('populations__norm__licence'), licence],
          [t('populations__norm__source'), source],
        ]}
      />
      {note !== '' && (
        <p className={classes.source}>
          <strong>{t('populations__norm__note')}</strong> {note}
        </p>
      )}
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
