import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import classes from './ChoiceButtons.module.css'

type ChoiceButtonsProps<Choice extends string> = {
  labelledBy: string
  choices: readonly Choice[]
  texts: Readonly<Record<string, TextKey>>
  chosen: Choice | null
  disabled: boolean
  /** The first button's `data-row`, by which the list finds the next row to decide. */
  row: number
  onChoose: (choice: Choice) => void
}

/** What an examiner may decide about one row of a list, each with a button and a digit as its key. */
export function ChoiceButtons<Choice extends string>(props: ChoiceButtonsProps<Choice>) {
  const { labelledBy, choices, texts, chosen, disabled, row, onChoose } = props
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = choices[Number(event.key) - 1]
    if (pressed === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChoose(pressed)
  }
  return (
    <Group role="group" aria-labelledby={labelledBy} gap={6} onKeyDown={onKeyDown}>
      {choices.map((one, place) => (
        <Button
          key={one}
          size="compact-md"
          variant={chosen === one ? 'filled' : 'default'}
          aria-pressed={chosen === one}
          aria-keyshortcuts={String(place + 1)}
          disabled={disabled}
          data-row={place === 0 ? row : undefined}
          onClick={() => onChoose(one)}
        >
          <span className={classes.key} aria-hidden="true">
            {place + 1}
          </span>
          {t(texts[one]!)}
        </Button>
      ))}
    </Group>
  )
}
