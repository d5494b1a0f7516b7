import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** A number as typed, with a comma or a point. What is not a number yet changes nothing. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const typed = numberOf(text)
  const shown = typed === undefined || typed === value ? text : value === null ? '' : String(value)
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      maxLength={12}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        const next = numberOf(currentTarget.value)
        if (next !== undefined) onChange(next)
      }}
    />
  )
}

/** Null for an empty field; undefined for what is no number. */
function numberOf(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (plain === '') return null
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}
