import type { ReactNode } from 'react'
import classes from './states.module.css'

/** In place of a list that has nothing in it, with what can be done about it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.message}>
      <p>{text}</p>
      {children}
    </div>
  )
}
