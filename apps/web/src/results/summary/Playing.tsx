import { useEffect, useRef } from 'react'
import { createAudioPlayer } from '../../takes/audio-player.ts'
import { type Recording, useAudioLink } from '../../takes/useAudioLink.ts'
import type { Span } from '../../takes/window-peaks.ts'

type PlayingProps = { recording: Recording; span: Span; onEnd: () => void }

/** Plays a part of a recording once, from the moment it is rendered until it is removed. */
export function Playing({ recording, span, onEnd }: PlayingProps) {
  const element = useRef<HTMLAudioElement>(null)
  const link = useAudioLink(recording)
  useEffect(() => {
    if (element.current === null) return
    const player = createAudioPlayer(element.current, link, span)
    let hasBegun = false
    const stop = player.subscribe(() => {
      const { isPlaying, status } = player.getSnapshot()
      hasBegun ||= isPlaying
      if (status === 'failed' || (hasBegun && !isPlaying)) onEnd()
    })
    player.toggle()
    return () => {
      stop()
      player.close()
    }
  }, [link, span, onEnd])
  // biome-ignore lint/a11y/useMediaCaption: a participant's own answer.
  return <audio ref={element} preload="none" />
}
