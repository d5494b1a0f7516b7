import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** Most alerts follow one of these. Their parts are then loaded even if the network fails before the first alert. */
const gestures = ['pointerdown', 'keydown'] as const

/** Shows alerts. The parts load at the first gesture or alert: no page needs them for its first screen. */
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
