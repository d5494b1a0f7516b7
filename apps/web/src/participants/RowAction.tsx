import type { MouseEvent, ReactNode } from 'react'
import classes from './ParticipantList.module.css'

type RowActionProps = {
  /** Names the action and whom it concerns. */
  label: string
  tip: string
  /** Why it cannot be used now; null when it can. It can still be reached, so that the reason can be read. */
  unavailable: string | null
  href?: string
  onClick?: (row: HTMLTableRowElement, event: MouseEvent) => void
  children: ReactNode
}

/** A control in a row: lighter than a component of the library, for there are dozens of them on a page. */
export function RowAction({ label, tip, unavailable, href, onClick, children }: RowActionProps) {
  if (unavailable !== null) {
    return (
      <button
        type="button"
        className={classes.control}
        aria-disabled="true"
        aria-label={`${label}. ${unavailable}`}
        data-tip={unavailable}
      >
        {children}
      </button>
    )
  }
  if (href !== undefined) {
    return (
      <a href={href} className={`${classes.control} ${classes.primary}`} aria-label={label} data-tip={tip}>
        {children}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={classes.control}
      aria-label={label}
      data-tip={tip}
      onClick={(event) => onClick?.(event.currentTarget.closest('tr')!, event)}
    >
      {children}
    </button>
  )
}
