import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './ChoiceCards.module.css'

/** A list of `ChoiceCard`s: large on a page, small in a dialog. */
export const ChoiceCards = ({ isInDialog = false, children }: { isInDialog?: boolean; children: ReactNode }) => (
  <ul className={classes.cards} data-small={isInDialog || undefined}>
    {children}
  </ul>
)

type ChoiceCardProps = { name: string; lang: string; onChoose: () => void; children: ReactNode }

/** One choice: a button with the name, described by the rest of the card. `lang`: the language of the name. */
export function ChoiceCard({ name, lang, onChoose, children }: ChoiceCardProps) {
  const id = useId()
  return (
    <li className={classes.card}>
      {/* The button's hit area covers the card. */}
      <UnstyledButton className={classes.name} lang={lang} aria-describedby={id} onClick={onChoose}>
        {name}
      </UnstyledButton>
      <div id={id} className={classes.facts}>
        {children}
      </div>
    </li>
  )
}
