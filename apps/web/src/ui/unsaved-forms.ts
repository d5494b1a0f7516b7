/** A form whose values are not on the server yet. */
export type UnsavedForm = {
  isDirty: () => boolean
  /** Present where the values are kept on this device. */
  draft?: FormDraft | null | undefined
  /** The words of a form that asks in its own way before the page is left. */
  question?: (() => LeaveQuestion) | undefined
}

export type FormDraft = {
  /** Whether the newest values are on the device already. */
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
    /** The form that loses its values when the user moves to another page, which a draft survives. */
    lostByMoving(): UnsavedForm | undefined {
      const lost = dirty().filter(({ draft }) => !draft)
      return lost.find(({ question }) => question) ?? lost[0]
    },
    /** Whether closing the tab loses something: a draft is written a moment after the last key. */
    isLostByClosing: () => dirty().some(({ draft }) => !draft?.isStored()),
  }
}

/** Every unsaved form that is drawn, whichever dialog it is in. */
export const pageForms = createUnsavedForms()

/** Runs the action that ends what is on the screen; asks first when that loses something. */
export function leavePage(action: () => void): void {
  if (pageForms.lostByMoving() === undefined || onAsk === null) action()
  else onAsk(action)
}

let onAsk: ((action: () => void) => void) | null = null

/** Where `leavePage` asks. */
export function setLeaveQuestion(ask: typeof onAsk): void {
  onAsk = ask
}
