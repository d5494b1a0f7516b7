import type { SurveyField } from '@fonema/contract'
import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { DateField } from '../ui/DateField.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { otherChoice } from './form-values.ts'
import classes from './Survey.module.css'

type FieldControlProps = {
  field: SurveyField
  value: string | readonly string[] | undefined
  /** The text of the option 'other'. */
  other: string
  error: string | undefined
  onChoose: (name: string, value: string | readonly string[]) => void
  onSay: (name: string, words: string) => void
}

/** A question of any type. Rerenders only when its own answer changes. */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { t } = useTranslation()
  const { field, value, other, error, onSay } = props
  const isOther = Array.isArray(value) ? value.includes(otherChoice) : value === otherChoice
  return (
    <div>
      <Control {...props} />
      {isOther && (
        <TextInput
          className={classes.other}
          aria-label={t('surveys__form__other_of', { question: field.label })}
          placeholder={t('surveys__form__other_text')}
          maxLength={500}
          value={other}
          error={error !== undefined && other.trim() === ''}
          onChange={(event) => onSay(field.name, event.currentTarget.value)}
        />
      )}
    </div>
  )
})

function Control({ field, value, error, onChoose }: FieldControlProps) {
  const { t } = useTranslation()
  const { name, label, type, help, required, options = [], other, min = 0, max = 0, max_length } = field
  const text = typeof value === 'string' ? value : ''
  const common = { label, error, required, withAsterisk: required, description: help ?? undefined }
  const written = {
    ...common,
    name,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => onChoose(name, event.currentTarget.value),
  }
  const choices = other === true ? [...options, { value: otherChoice, label: t('surveys__form__another') }] : options
  switch (type) {
    case 'textarea':
      return <Textarea {...written} autosize minRows={2} maxLength={max_length ?? 5000} />
    case 'date': {
      const { description, ...day } = written
      return <DateField {...day} label={description === undefined ? label : `${label} (${description})`} />
    }
    case 'number':
      return <TextInput {...written} inputMode="decimal" maxLength={12} />
    case 'tel':
    case 'email':
      return <TextInput {...written} type={type} inputMode={type} maxLength={320} />
    case 'select':
      return <NativeSelect {...written} data={[{ value: '', label: t('surveys__form__unset') }, ...choices]} />
    case 'checkbox':
      return (
        <Checkbox
          name={name}
          className={classes.choice}
          label={label}
          description={help}
          error={error}
          checked={text === 'true'}
          onChange={(event) => onChoose(name, String(event.currentTarget.checked))}
        />
      )
    case 'multiselect':
      return (
        <Checkbox.Group {...common} value={Array.isArray(value) ? value : []} onChange={(list) => onChoose(name, list)}>
          <div className={classes.choices}>
            {choices.map((option) => (
              <Checkbox
                key={option.value}
                name={name}
                className={classes.choice}
                value={option.value}
                label={option.label}
              />
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'radio':
    case 'scale': {
      const isScale = type === 'scale'
      const steps = Array.from({ length: max - min + 1 }, (_, i) => ({ value: `${min + i}`, label: `${min + i}` }))
      return (
        <Radio.Group {...common} name={name} value={text} onChange={(chosen) => onChoose(name, chosen)}>
          <div className={isScale ? classes.scale : classes.choices}>
            {(isScale ? steps : choices).map((option) => (
              <Radio key={option.value} className={classes.choice} value={option.value} label={option.label} />
            ))}
          </div>
        </Radio.Group>
      )
    }
    default:
      return <TextInput {...written} maxLength={max_length ?? 500} />
  }
}
