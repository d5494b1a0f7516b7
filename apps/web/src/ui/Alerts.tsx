import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** What an alert follows: it is there before the first one is needed, also if the network goes meanwhile. */
const gestures = ['pointerdown', 'keydown'] as const

/** Shows alerts. Its parts load at the first gesture or alert, because no page needs them before. */
export function Alerts() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  const isThere = Stack !== null
  useEffect(() => {
    if (isThere) return
    const load = () =>
      void import('./AlertStack.tsx').then(
        ({ AlertStack }) => setStack(() => AlertStack),
        () => {}, // the next gesture tries again
      )
    for (const gesture of gestures) addEventListener(gesture, load, { capture: true, passive: true })
    const unsubscribe = notificationsStore.subscribe(load)
    if (notificationsStore.getState().notifications.length > 0) load()
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, load, { capture: true })
      unsubscribe()
    }
  }, [isThere])
  return Stack && <Stack />
}
