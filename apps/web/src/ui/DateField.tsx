import { TextInput, type TextInputProps } from '@mantine/core'
import { formatApiDate } from './dates.ts'
import { currentLanguage } from './i18n.ts'

type DateFieldProps = Omit<TextInputProps, 'type' | 'description'> & {
  /** YYYY-MM-DD, or empty. */
  value: string
}

/**
 * A day. The browser writes it in the order of its own language, whatever the page's is, so the day that was
 * understood stands below in words: 3/4 is not the fourth of March everywhere.
 */
export function DateField({ value, ...props }: DateFieldProps) {
  return (
    <TextInput
      {...props}
      type="date"
      value={value}
      description={value === '' ? undefined : formatApiDate(value, currentLanguage(), 'long')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
