import { createContext, useContext, useEffect, useRef } from 'react'
import { type FormDraft, type LeaveQuestion, pageForms, type UnsavedForms } from './unsaved-forms.ts'

type Surrounding = { forms: UnsavedForms; close: () => void }

/** Provided by a dialog for the forms that it shows. */
export const DialogContext = createContext<Surrounding | null>(null)

type UnsavedProps = { when: boolean; draft?: FormDraft | null | undefined }

/**
 * Every form draws one. While its values are unsaved, closing the dialog around it asks, and so does leaving the page,
 * unless a draft keeps the values. `forms.test.ts` fails for a form without it.
 */
export function Unsaved({ when, draft }: UnsavedProps) {
  useUnsaved(() => when, draft)
  return null
}

/** The same for what is not drawn as a form. `isDirty` is asked at the moment of leaving. */
export function useUnsaved(isDirty: () => boolean, draft?: FormDraft | null, question?: () => LeaveQuestion): void {
  const dialog = useContext(DialogContext)
  const latest = useRef({ isDirty, draft, question })
  latest.current = { isDirty, draft, question }
  const forms = dialog?.forms
  useEffect(() => {
    const form = {
      isDirty: () => latest.current.isDirty(),
      get draft() {
        return latest.current.draft
      },
      get question() {
        return latest.current.question
      },
    }
    const removals = [pageForms.add(form), forms?.add(form)]
    return () => {
      for (const remove of removals) remove?.()
    }
  }, [forms])
}

/** Closes the dialog around as its closing button does: with unsaved values it asks. For buttons that cancel. */
export function useCloseDialog(): () => void {
  const dialog = useContext(DialogContext)
  if (dialog === null) throw new Error('Drawn outside a dialog')
  return dialog.close
}
