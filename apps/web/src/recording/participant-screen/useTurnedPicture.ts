import { useMediaQuery } from '@mantine/hooks'
import { type SyntheticEvent, useState } from 'react'

export type TurnedPicture = ReturnType<typeof useTurnedPicture>

const item = 'fonema.picture_upright'

/**
 * A wide picture is small on an upright phone. While it is alone on the screen it is turned, so that it fills the
 * screen as a whole; who holds the phone turns that too. The browser keeps the choice against it: a phone in a holder
 * cannot be turned.
 */
export function useTurnedPicture() {
  const isUprightScreen = useMediaQuery('(max-width: 48em) and (orientation: portrait)', undefined, {
    getInitialValueInEffect: false,
  })
  const [isWide, setWide] = useState(false)
  const [isKeptUpright, setKeptUpright] = useState(() => localStorage.getItem(item) === 'true')
  const canTurn = isUprightScreen && isWide
  return {
    canTurn,
    isTurned: canTurn && !isKeptUpright,
    toggle() {
      if (isKeptUpright) localStorage.removeItem(item)
      else localStorage.setItem(item, 'true')
      setKeptUpright(!isKeptUpright)
    },
    /** For `onLoadCapture`. */
    onLoad({ target }: SyntheticEvent) {
      if (target instanceof HTMLImageElement) setWide(target.naturalWidth > target.naturalHeight)
    },
  }
}
