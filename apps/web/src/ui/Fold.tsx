import type { ReactNode } from 'react'
import classes from './Fold.module.css'
import { ChevronDownIcon } from './icons.tsx'

type FoldProps = { title: ReactNode; isOpen?: boolean; onToggle?: (isOpen: boolean) => void; children: ReactNode }

/** Collapsible content that most readers do not need. */
export function Fold({ title, isOpen, onToggle, children }: FoldProps) {
  return (
    <details
      className={classes.fold}
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        <ChevronDownIcon />
        {title}
      </summary>
      {children}
    </details>
  )
}
