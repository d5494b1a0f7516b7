import { Textarea, TextInput } from '@mantine/core'

type Field = {
  id: string
  label: string
  value: string
  maxLength: number
  error: string | undefined
  onChange: (value: string) => void
}

/** A title and a longer text in one language of a draft. */
export function TitleFields({ locale, title, text }: { locale: string; title: Field; text: Field }) {
  return (
    <>
      <TextInput {...title} lang={locale} onChange={({ currentTarget }) => title.onChange(currentTarget.value)} />
      <Textarea
        {...text}
        lang={locale}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => text.onChange(currentTarget.value)}
      />
    </>
  )
}
