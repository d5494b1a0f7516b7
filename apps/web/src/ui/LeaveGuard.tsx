import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { readSession } from '../api/session.ts'
import { useTranslation } from './i18n.ts'
import { type LeaveQuestion, pageForms, setLeaveQuestion } from './unsaved-forms.ts'

const load = () => import('./LeaveDialog.tsx').then(({ LeaveDialog }) => ({ default: LeaveDialog }))
const LeaveDialog = lazy(load)

/** Preloaded although no page shows it: it must be available when the connection is lost. */
export const preloadLeaveDialog = () => void load().catch(() => {})

let isAskingNow = false
const listeners = new Set<() => void>()
function setAsking(isAsking: boolean): void {
  isAskingNow = isAsking
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page is currently asking before it is left. */
export const useIsLeaving = (): boolean => useSyncExternalStore(subscribe, () => isAskingNow)

/**
 * Asks before the user leaves a page with unsaved values or closes the tab. Render it once: the router supports only
 * one blocker.
 */
export function LeaveGuard() {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && pageForms.lostByMoving() !== undefined,
  )
  const [action, setAction] = useState<(() => void) | null>(null)
  const isAsking = blocker.state === 'blocked' || action !== null

  useEffect(() => setAsking(isAsking), [isAsking])
  useEffect(() => {
    setLeaveQuestion((asked) => setAction(() => asked))
    return () => setLeaveQuestion(null)
  }, [])
  useEffect(() => {
    const session = readSession()?.id
    const warn = (event: BeforeUnloadEvent) => {
      const isRecording = pageForms.lostByMoving()?.question !== undefined
      // After the session ends, nothing may stay on the screen for the next user.
      if (readSession()?.id !== session && !isRecording) return
      if (pageForms.isLostByClosing()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  useEffect(() => {
    addEventListener('input', preloadLeaveDialog, { once: true, capture: true })
    return () => removeEventListener('input', preloadLeaveDialog, { capture: true })
  }, [])

  if (!isAsking) return null
  const general: LeaveQuestion = {
    title: t('base__unsaved__title'),
    text: t('base__unsaved__text'),
    stay: t('base__unsaved__stay'),
    leave: t('base__unsaved__leave'),
  }
  const question = pageForms.lostByMoving()?.question?.() ?? general
  const onStay = () => {
    blocker.reset?.()
    setAction(null)
  }
  const onLeave = () => {
    setAction(null)
    action?.()
    blocker.proceed?.()
  }
  return (
    <Suspense>
      <LeaveDialog question={question} onStay={onStay} onLeave={onLeave} />
    </Suspense>
  )
}
