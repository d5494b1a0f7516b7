import { useDraft } from './useDraft.ts'

/** An edited, unsaved text, and its value before the edit. */
type TextDraft = { text: string; before: string }

/** Stores an edited text on this device until it is saved. `onFound` gets the text of an earlier visit. */
export const useTextDraft = (
  form: string,
  object: string | null,
  { text, before }: TextDraft,
  onFound: (draft: TextDraft) => void,
) =>
  useDraft(form, object, text === before ? null : { text, before }, (found) => {
    if (isTextDraft(found)) onFound(found)
  })

export const isTextDraft = (found: unknown): found is TextDraft =>
  typeof found === 'object' &&
  found !== null &&
  'text' in found &&
  'before' in found &&
  typeof found.text === 'string' &&
  typeof found.before === 'string'
