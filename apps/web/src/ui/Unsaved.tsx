import { createContext, useContext, useEffect } from 'react'
import { type FormDraft, type LeaveQuestion, pageForms, type UnsavedForms } from './unsaved-forms.ts'
import { useLatest } from './useLatest.ts'

type Surrounding = { forms: UnsavedForms; close: () => void }

/** Provided by a dialog for the forms inside it. */
export const DialogContext = createContext<Surrounding | null>(null)

type UnsavedProps = { when: boolean; draft?: FormDraft | null | undefined }

/**
 * Every form renders one. While its values are unsaved, closing its dialog or leaving the page asks first, unless a
 * draft stores the values. `forms.test.ts` fails for a form without it.
 */
export function Unsaved({ when, draft }: UnsavedProps) {
  useUnsaved(() => when, draft)
  return null
}

/** The same for components that are not forms. `isDirty` is called at the moment of leaving. */
export function useUnsaved(isDirty: () => boolean, draft?: FormDraft | null, question?: () => LeaveQuestion): void {
  const dialog = useContext(DialogContext)
  const latest = useLatest({ isDirty, draft, question })
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
  }, [forms, latest])
}

/** For cancel buttons: closes the surrounding dialog like its close button, which asks first if values are unsaved. */
export function useCloseDialog(): () => void {
  const dialog = useContext(DialogContext)
  if (dialog === null) throw new Error('Rendered outside a dialog')
  return dialog.close
}
