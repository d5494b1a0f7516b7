import { UnstyledButton } from '@mantine/core'
import classes from './FilterButtons.module.css'

type FilterButtonsProps<Value> = {
  label: string
  choices: readonly { value: Value; text: string; count: number }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Above a list: which of its kinds are shown, each with its number. */
export function FilterButtons<Value extends string | null>(props: FilterButtonsProps<Value>) {
  const { label, choices, chosen, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons, not fields of a form
    <div role="group" aria-label={label} className={classes.filters}>
      {choices.map(({ value, text, count }) => (
        <UnstyledButton
          key={value}
          className={classes.filter}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text} <span className={classes.number}>{count}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
