import type { MouseEvent, ReactNode } from 'react'
import classes from './ParticipantList.module.css'

type RowActionProps = {
  /** Names the action and its participant. */
  label: string
  tip: string
  /** Why it is unavailable; null when it is available. It stays focusable, so that the reason can be read. */
  unavailable: string | null
  href?: string
  /** A link beside the row's main action. */
  isSecond?: boolean
  onClick?: (row: HTMLTableRowElement, event: MouseEvent) => void
  children: ReactNode
}

/** A control in a row. Lighter than the library's component, because a page has dozens of them. */
export function RowAction({ label, tip, unavailable, href, isSecond = false, onClick, children }: RowActionProps) {
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
      <a
        href={href}
        className={isSecond ? classes.control : `${classes.control} ${classes.primary}`}
        aria-label={label}
        data-tip={tip}
      >
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
