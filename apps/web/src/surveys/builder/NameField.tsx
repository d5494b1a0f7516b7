import { fieldNamePattern, longestValue } from '@fonema/contract/survey-limits'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'

type NameFieldProps = {
  label: string
  description: string
  name: string
  used: readonly string[]
  onChange: (name: string) => void
}

/** The name of a field in exports. It changes when the input is left, if it can be used. */
export function NameField({ name, used, onChange, ...texts }: NameFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const isTaken = typed !== name && used.includes(typed)
  const isUsable = fieldNamePattern.test(typed) && !(typed in Object.prototype) && !isTaken
  return (
    <TextInput
      {...texts}
      value={typed}
      maxLength={longestValue}
      spellCheck={false}
      error={!isUsable && t(isTaken ? 'builder__field__name_taken' : 'builder__field__name_wrong')}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (!isUsable) setTyped(name)
        else if (typed !== name) onChange(typed)
      }}
    />
  )
}
