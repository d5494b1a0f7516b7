import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { links } from './links.ts'

const typing = 'input,textarea,select,[contenteditable]:not([contenteditable="false"])'
const dialogs = '[role="dialog"],[role="alertdialog"],dialog[open]'

/** The key ? opens the help, except while somebody types, in a dialog, and in the recorder, whose key it is. */
export function useHelpKey(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isRecorder = pathname.startsWith('/dashboard/participant/protocol/')
  useEffect(() => {
    if (isRecorder) return
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
      if (key !== '?' || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return
      if (target instanceof Element && target.closest(typing) !== null) return
      if (document.querySelector(dialogs) === null) void navigate(links.help)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isRecorder, navigate])
}
