import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showError } from './alerts.ts'
import { useDrafts } from './drafts.ts'
import { useTranslation } from './i18n.ts'
import type { FormDraft } from './unsaved-forms.ts'
import { useLatest } from './useLatest.ts'

const writeAfterMs = 300

type DraftOfForm = {
  /** Pass it to `Unsaved`. Null when nothing can be stored; the form then asks. */
  handle: FormDraft | null
  /** Whether the form was restored from a draft. */
  isRestored: boolean
  /** Call it after the values were saved or abandoned. */
  discard: () => void
}

/**
 * Stores a form's unsaved values on this device: encrypted, under the user, the form and the object it is about.
 *
 * @param object null when the form is read-only: no draft is read or written
 * @param values the unsaved values; null while there is nothing to store
 * @param onFound called once with the values of an earlier visit. An older version of the page may have written them.
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
  const text = useMemo(() => (values === null ? null : JSON.stringify(values)), [values])
  /** The serialised values that are already stored. */
  const stored = useRef<string | null>(null)
  const latestRef = useLatest({ text, onFound, isRead })

  useEffect(() => {
    let isCurrent = true
    if (object === null) return
    void drafts?.find(object).then((found) => {
      if (!isCurrent) return
      if (found !== null) {
        stored.current = JSON.stringify(found.values)
        latestRef.current.onFound(found.values)
      }
      setRestored(found !== null)
      setRead(true)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts, object, latestRef])

  const write = useCallback(async () => {
    const { text } = latestRef.current
    if (drafts === null || object === null || text === stored.current) return
    if (text === null) drafts.discard(object)
    else await drafts.save(object, JSON.parse(text))
    // Changed or discarded meanwhile: this text is no longer the latest.
    if (latestRef.current.text === text) stored.current = text
  }, [drafts, object, latestRef])
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
  // Writes the last values when the form unmounts.
  useEffect(
    () => () => {
      if (latestRef.current.isRead) void writeOrSay()
    },
    [writeOrSay, latestRef],
  )

  const discard = useCallback(() => {
    if (object !== null) drafts?.discard(object)
    // Prevents the same values from being written again on unmount.
    stored.current = latestRef.current.text
    setRestored(false)
  }, [drafts, object, latestRef])

  const canKeep = drafts !== null && isRead && !hasFailed
  return {
    handle: canKeep ? { isStored: () => stored.current === latestRef.current.text, keep: write, discard } : null,
    isRestored: isRestored && values !== null,
    discard,
  }
}
