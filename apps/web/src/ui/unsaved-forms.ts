/** A form whose values are not on the server yet. */
type UnsavedForm = {
  isDirty: () => boolean
  /** Present when the values are stored on this device. */
  draft?: FormDraft | null | undefined
  /** The wording of a form that asks its own question before the page is left. */
  question?: (() => LeaveQuestion) | undefined
}

export type FormDraft = {
  /** Whether the newest values are already on the device. */
  isStored: () => boolean
  keep: () => Promise<void>
  discard: () => void
}

export type LeaveQuestion = { title: string; text: string; stay: string; leave: string }

export type UnsavedForms = ReturnType<typeof createUnsavedForms>

/** The unsaved forms of a dialog, or of the page. */
export function createUnsavedForms() {
  const forms = new Set<UnsavedForm>()
  const dirty = () => [...forms].filter(({ isDirty }) => isDirty())
  return {
    add(form: UnsavedForm): () => void {
      forms.add(form)
      return () => void forms.delete(form)
    },
    isDirty: () => dirty().length > 0,
    /** Whether a draft can take every unsaved value. */
    canKeep: () => dirty().every(({ draft }) => draft),
    keep: async () => void (await Promise.all(dirty().map(({ draft }) => draft?.keep()))),
    discard: () => {
      for (const { draft } of dirty()) draft?.discard()
    },
    /** The form that would lose its values on navigation; a draft survives it. */
    lostByMoving(): UnsavedForm | undefined {
      const lost = dirty().filter(({ draft }) => !draft)
      return lost.find(({ question }) => question) ?? lost[0]
    },
    /** Whether closing the tab would lose something: a draft is written shortly after the last key press. */
    isLostByClosing: () => dirty().some(({ draft }) => !draft?.isStored()),
  }
}

/** Every mounted unsaved form, in any dialog. */
export const pageForms = createUnsavedForms()

/** Runs an action that replaces what is on the screen; asks first if something would be lost. */
export function leavePage(action: () => void): void {
  if (pageForms.lostByMoving() === undefined || onAsk === null) action()
  else onAsk(action)
}

let onAsk: ((action: () => void) => void) | null = null

/** Sets the handler that asks for `leavePage`. */
export function setLeaveQuestion(ask: typeof onAsk): void {
  onAsk = ask
}
