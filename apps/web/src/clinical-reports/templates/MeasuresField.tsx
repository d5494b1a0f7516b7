import { Checkbox, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { Fold } from '../../ui/Fold.tsx'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import classes from './Templates.module.css'

type MeasuresFieldProps = { chosen: readonly string[] | null; onChange: (chosen: string[] | null) => void }

/** Which measures stand in the annex: all, or those that are chosen by name. */
export function MeasuresField({ chosen, onChange }: MeasuresFieldProps) {
  const { t } = useTranslation()
  const groups = useQuery(queryFor('GET /report_templates/measures/')).data?.groups ?? []
  const all = groups.flatMap(({ measures }) => measures)
  const toggle = (names: readonly string[], isOn: boolean) =>
    onChange(all.filter((name) => (names.includes(name) ? isOn : (chosen ?? []).includes(name))))
  return (
    <fieldset className={classes.group}>
      <legend>{t('clinical_reports__measures__title')}</legend>
      <Radio
        name="measures"
        label={t('clinical_reports__measures__all')}
        checked={chosen === null}
        onChange={() => onChange(null)}
      />
      <Radio
        name="measures"
        label={t('clinical_reports__measures__some')}
        checked={chosen !== null}
        disabled={all.length === 0}
        onChange={() => onChange(all)}
      />
      <p className={classes.hint}>{t('clinical_reports__measures__hint')}</p>
      {chosen !== null &&
        groups.map(({ heading, measures }) => {
          const title = t(`analysis__heading__${heading}` as TextKey)
          const count = measures.filter((name) => chosen.includes(name)).length
          return (
            <Fold key={heading} title={`${title} · ${count} / ${measures.length}`}>
              <div className={classes.measures}>
                <Checkbox
                  label={t('clinical_reports__measures__whole', { heading: title })}
                  checked={count === measures.length}
                  indeterminate={count > 0 && count < measures.length}
                  onChange={({ currentTarget }) => toggle(measures, currentTarget.checked)}
                />
                {measures.map((name) => (
                  <Checkbox
                    key={name}
                    className={classes.inner}
                    label={t(`analysis__measure__${name}` as TextKey)}
                    checked={chosen.includes(name)}
                    onChange={({ currentTarget }) => toggle([name], currentTarget.checked)}
                  />
                ))}
              </div>
            </Fold>
          )
        })}
    </fieldset>
  )
}
