import type { ReactNode } from 'react'
import classes from './states.module.css'

/** Shown instead of an empty list, with possible actions. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.message}>
      <p>{text}</p>
      {children}
    </div>
  )
}
