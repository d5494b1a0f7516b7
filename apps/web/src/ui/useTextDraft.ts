import { useDraft } from './useDraft.ts'

/** A text that was changed and not saved, and what it was when the change began. */
export type TextDraft = { text: string; before: string }

/** Keeps a text that is edited on this device until it is saved. `onFound` gets what an earlier visit left. */
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
