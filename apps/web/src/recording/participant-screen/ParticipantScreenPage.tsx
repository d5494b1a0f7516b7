import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../ui/i18n.ts'
import type { ScreenState } from './messages.ts'
import classes from './ParticipantScreenPage.module.css'
import { painted } from './painted.ts'
import { Stage } from './Stage.tsx'
import { followRecorder } from './screen-link.ts'

/**
 * The page of the second window. It needs no sign-in and calls no server: it shows only what the recorder sends, and
 * nothing once the recorder has ended.
 */
export function ParticipantScreenPage() {
  const { t } = useTranslation()
  const [state, setState] = useState<ScreenState | null>(null)
  useEffect(() => {
    document.title = t('participant_screen__title')
    /** They stay referenced, so that the browser keeps them decoded. */
    const pictures = new Map<string, Promise<HTMLImageElement>>()
    const decoded = (address: string) => {
      const known = pictures.get(address) ?? decode(address)
      pictures.set(address, known)
      return known
    }
    return followRecorder(location.hash.slice(1), {
      picture: (address) => void decoded(address),
      async prepare({ stimulus: { image } }) {
        if (image !== null) await decoded(image)
      },
      show(next) {
        flushSync(() => setState(next))
        return painted()
      },
      end() {
        setState(null)
        window.close() // only works for a window that a script opened
      },
    })
  }, [t])
  const isFull = useFullscreen()
  const fill = !isFull && document.fullscreenEnabled && (
    <Button variant="default" onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}>
      {t('participant_screen__full')}
    </Button>
  )
  if (state !== null) return <Stage state={state} aside={fill} />
  return (
    <main className={classes.waiting}>
      <h1>{t('participant_screen__waiting')}</h1>
      {fill}
    </main>
  )
}

/** A picture is on the screen with its frame, not one frame after it. */
async function decode(address: string) {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {}) // a broken picture keeps nothing else back
  return image
}

function useFullscreen() {
  const [isFull, setFull] = useState(fillsScreen)
  useEffect(() => {
    const look = () => setFull(fillsScreen())
    document.addEventListener('fullscreenchange', look)
    addEventListener('resize', look)
    return () => {
      document.removeEventListener('fullscreenchange', look)
      removeEventListener('resize', look)
    }
  }, [])
  return isFull
}

const fillsScreen = () => matchMedia('(display-mode: fullscreen)').matches || document.fullscreenElement !== null
