import { useEffect, useState, useSyncExternalStore } from 'react'
import { randomId } from '../../api/random-id.ts'
import { links } from '../../ui/links.ts'
import { createScreenLink } from './screen-link.ts'
import { type ScreenView, storedView, storeView } from './screen-view.ts'
import { secondScreen, windowFeatures } from './second-screen.ts'

export type ParticipantScreen = ReturnType<typeof useParticipantScreen>

/** The participant's side of a recording: patient mode in this window, or a screen of their own. */
export function useParticipantScreen(participantId: string) {
  const [link] = useState(createLink)
  useEffect(() => () => link?.dispose(), [link])
  const status = useSyncExternalStore(link?.subscribe ?? neverChanges, () => link?.getSnapshot() ?? 'closed')
  const [isPatientMode, setPatientMode] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [view, setView] = useState(() => storedView(participantId))
  return {
    link,
    status,
    isPatientMode,
    setPatientMode,
    isHelpOpen,
    setHelpOpen,
    view,
    changeView(next: ScreenView) {
      setView(next)
      storeView(participantId, next)
    },
    /** A countdown comes before each recording: the participant sees its sign. */
    isGuided: isPatientMode || status === 'open',
    /** No new recording begins before the examiner decides about the screen; a running one is never stopped. */
    isHeldUp: status === 'opening' || status === 'lost' || status === 'blocked',
  }
}

const neverChanges = () => () => {}

/** Null where the browser cannot reach another window, or has no locks: the window's end could not be noticed. */
function createLink() {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return null
  const id = randomId()
  return createScreenLink(id, async () => {
    const place = await secondScreen()
    return window.open(`${links.participantScreen}#${id}`, `fonema-${id}`, windowFeatures(place))
  })
}
