import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from './alerts.ts'
import { useDrafts } from './drafts.ts'
import type { FormDraft } from './unsaved-forms.ts'

const writeAfterMs = 300

type DraftOfForm = {
  /** To hand to `Unsaved`; null where nothing can be kept: the form then asks. */
  handle: FormDraft | null
  /** Whether the form began with a draft. */
  isRestored: boolean
  /** After the values were saved, or given up. */
  discard: () => void
}

/**
 * Keeps a form's unsaved values on this device: encrypted, under the user, the form and the object it is about.
 *
 * @param object null where the form is only read: no draft is read or written
 * @param values what is unsaved; null while there is nothing to keep
 * @param onFound called once with what an earlier visit left. An older version of the page may have written it.
 */
export function useDraft(
  form: string,
  object: string | null,
  values: object | null,
  onFound: (values: unknown) => void,
): DraftOfForm {
  const { t } = useTranslation()
  const { drafts } = useDrafts<unknown>(form)
  const [isRead, setRead] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const text = values === null ? null : JSON.stringify(values)
  /** The values, as text, that need not be written any more. */
  const stored = useRef<string | null>(null)
  const latest = useRef({ text, onFound, isRead })
  latest.current = { text, onFound, isRead }

  useEffect(() => {
    let isCurrent = true
    if (object === null) return
    void drafts?.find(object).then((found) => {
      if (!isCurrent) return
      if (found !== null) {
        stored.current = JSON.stringify(found.values)
        latest.current.onFound(found.values)
      }
      setRestored(found !== null)
      setRead(true)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts, object])

  const write = useCallback(async () => {
    const { text } = latest.current
    if (drafts === null || object === null || text === stored.current) return
    if (text === null) drafts.discard(object)
    else await drafts.save(object, JSON.parse(text))
    // Typed on or discarded meanwhile: this text is not the latest any more.
    if (latest.current.text === text) stored.current = text
  }, [drafts, object])
  const writeOrSay = useCallback(
    () =>
      write().catch(() => {
        setFailed(true)
        showError(t('base__draft__failed'))
      }),
    [write, t],
  )

  useEffect(() => {
    if (!isRead || hasFailed || text === stored.current) return
    const timer = setTimeout(() => void writeOrSay(), writeAfterMs)
    return () => clearTimeout(timer)
  }, [isRead, hasFailed, text, writeOrSay])
  // What was typed last is written when the form goes away.
  useEffect(
    () => () => {
      if (latest.current.isRead) void writeOrSay()
    },
    [writeOrSay],
  )

  const discard = useCallback(() => {
    if (object !== null) drafts?.discard(object)
    // These very values are not written again when the form goes away.
    stored.current = latest.current.text
    setRestored(false)
  }, [drafts, object])

  const canKeep = drafts !== null && isRead && !hasFailed
  return {
    handle: canKeep ? { isStored: () => stored.current === latest.current.text, keep: write, discard } : null,
    isRestored: isRestored && values !== null,
    discard,
  }
}
