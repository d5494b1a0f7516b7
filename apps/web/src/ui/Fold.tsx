import type { ReactNode } from 'react'
import classes from './Fold.module.css'
import { ChevronDownIcon } from './icons.tsx'

type FoldProps = { title: ReactNode; onToggle?: (isOpen: boolean) => void; children: ReactNode }

/** What most readers do not need, behind a line that opens it. */
export function Fold({ title, onToggle, children }: FoldProps) {
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>
        <ChevronDownIcon />
        {title}
      </summary>
      {children}
    </details>
  )
}
