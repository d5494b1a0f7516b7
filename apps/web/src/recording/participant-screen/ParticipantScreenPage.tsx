import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ScreenState } from './messages.ts'
import classes from './ParticipantScreenPage.module.css'
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
    let shown: string | null = null
    return followRecorder(location.hash.slice(1), {
      async state(next) {
        const { image } = next.stimulus
        if (image !== null && image !== shown) await decoded(image)
        shown = image
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
async function decoded(address: string) {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {}) // a broken picture keeps nothing else back
}

/** @returns the start of the first frame after the one that painted the change: it is on the screen by then */
const painted = () =>
  new Promise<number>((resolve) => requestAnimationFrame(() => requestAnimationFrame((start) => resolve(start))))

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
