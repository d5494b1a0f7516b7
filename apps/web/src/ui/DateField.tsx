import { TextInput, type TextInputProps } from '@mantine/core'
import { formatApiDate } from './dates.ts'
import { currentLanguage } from './i18n.ts'

type DateFieldProps = Omit<TextInputProps, 'type' | 'description'> & {
  /** YYYY-MM-DD, or empty. */
  value: string
}

/**
 * A day. The browser formats it by its own locale, not the page's. The understood date is therefore repeated in words
 * below: 3/4 does not mean 4 March everywhere.
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
