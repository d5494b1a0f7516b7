import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Visits.module.css'
import type { VisitValues } from './visit-form.ts'

type RepeatFieldsProps = {
  values: VisitValues
  error: string | undefined
  onChange: (change: Partial<VisitValues>) => void
}

/** "Every 6 months, 4 visits". */
export function RepeatFields({ values: { every, unit, times }, error, onChange }: RepeatFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.repeat}>
      <TextInput
        type="number"
        inputMode="numeric"
        name="repeat"
        label={t('visits__form__every')}
        value={every}
        error={error}
        onChange={(event) => onChange({ every: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('visits__form__unit')}
        value={unit}
        data={[
          { value: 'week', label: t('visits__form__weeks') },
          { value: 'month', label: t('visits__form__months') },
        ]}
        onChange={(event) => onChange({ unit: event.currentTarget.value === 'week' ? 'week' : 'month' })}
      />
      <TextInput
        type="number"
        inputMode="numeric"
        label={t('visits__form__times')}
        value={times}
        onChange={(event) => onChange({ times: event.currentTarget.value })}
      />
    </fieldset>
  )
}
