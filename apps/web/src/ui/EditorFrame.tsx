import type { DraftState } from '@fonema/contract'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './editor.module.css'
import { SavingState } from './SavingState.tsx'
import { StateBadge } from './StateBadge.tsx'
import type { Saving } from './useEditedDraft.ts'

type EditorFrameProps = {
  name: string
  edited: {
    server: { state: DraftState; version: number | null; is_changed: boolean }
    saving: Saving
    save: () => Promise<unknown>
    takeTheirs: () => Promise<void>
    keepAsCopy: () => Promise<{ id: string }>
  }
  savingTexts: { outdated: string; copy: string }
  /** The address of a copy. */
  linkTo: (id: string) => string
  actions: ReactNode
  /** The outline, and what is missing. */
  side: ReactNode
  /** What is selected. */
  children: ReactNode
}

/** The page of an editor: name, state and actions above an outline and what is selected in it. */
export function EditorFrame({ name, edited, savingTexts, linkTo, actions, side, children }: EditorFrameProps) {
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{name}</h1>
          <StateBadge draft={edited.server} />
        </div>
        <div className={classes.actions}>{actions}</div>
      </header>
      <SavingState edited={edited} texts={savingTexts} linkTo={linkTo} />
      <div className={classes.beside}>
        <div className={classes.side}>{side}</div>
        {children}
      </div>
    </>
  )
}

/** @returns a function that leads to the element with an id, once it is drawn */
export function useLeadTo(): (id: string) => void {
  /** A new object for each call: the same element may be wanted again. */
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const element = document.getElementById(wanted.id)
    element?.scrollIntoView({ block: 'center' })
    element?.focus()
  }, [wanted])
  return (id) => setWanted({ id })
}
