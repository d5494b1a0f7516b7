import type { Clause, SurveyDraftField } from '@fonema/contract'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { DateField } from '../../ui/DateField.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { NumberField } from './NumberField.tsx'

type ClauseValueProps = {
  label: string
  locales: readonly string[]
  field: SurveyDraftField
  clause: Clause
  onChange: (clause: Clause) => void
}

/** What the answer is compared with, as the field is answered. */
export function ClauseValue({ label, locales, field, clause, onChange }: ClauseValueProps) {
  const { t } = useTranslation()
  if ('answered' in clause) return null
  if ('compared' in clause) {
    if (field.type === 'date')
      return (
        <DateField
          label={label}
          value={String(clause.value)}
          onChange={({ currentTarget }) => onChange({ ...clause, value: currentTarget.value })}
        />
      )
    return (
      <NumberField
        label={label}
        value={Number(clause.value)}
        onChange={(value) => value !== null && onChange({ ...clause, value })}
      />
    )
  }
  const values = 'in' in clause ? clause.in : clause.not_in
  const set = (next: string[]) =>
    onChange('in' in clause ? { field: clause.field, in: next } : { field: clause.field, not_in: next })
  if (field.type === 'checkbox')
    return (
      <NativeSelect
        label={label}
        value={values[0] ?? 'true'}
        data={(['true', 'false'] as const).map((value) => ({ value, label: t(`builder__ticked__${value}`) }))}
        onChange={({ currentTarget }) => set([currentTarget.value])}
      />
    )
  if (field.options.length > 0 && field.type !== 'number' && field.type !== 'scale')
    return (
      <MultiSelect
        label={label}
        data={optionChoices(field, locales)}
        value={values}
        // A condition without a value never holds.
        onChange={(next) => next.length > 0 && set(next)}
      />
    )
  if (field.type === 'number' || field.type === 'scale')
    return (
      <NumberField
        label={label}
        value={Number(values[0] ?? 0)}
        onChange={(value) => value !== null && set([String(value)])}
      />
    )
  return (
    <TextInput
      label={label}
      value={values[0] ?? ''}
      onChange={({ currentTarget }) => currentTarget.value !== '' && set([currentTarget.value])}
    />
  )
}

/** The options of a field in the first language that names them. */
export const optionChoices = ({ options }: Pick<SurveyDraftField, 'options'>, locales: readonly string[]) =>
  // The select refuses a value that occurs twice.
  [...new Map(options.map((option) => [option.value, option])).values()].map(({ value, texts }) => ({
    value,
    label: locales.map((locale) => texts[locale]?.label).find((label) => label) ?? value,
  }))
