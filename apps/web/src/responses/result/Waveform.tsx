import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { styleNonce } from '../../ui/theme.ts'
import classes from './Player.module.css'
import type { AudioLink, Recording } from './useAudioLink.ts'
import { type Span, windowPeaks } from './window-peaks.ts'

const height = 88
const decodeRateHz = 8000
const peakCount = 1200

type WaveformProps = { recording: Recording; link: AudioLink; span: Span | null; seconds: number }

/** A drawing of the recording and of how far it is played. Without it, the player works all the same. */
export function Waveform({ recording, link, span, seconds }: WaveformProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawing = useRef<WaveSurfer>(null)
  const position = useRef(seconds)
  position.current = seconds
  const { data } = useQuery({
    queryKey: ['waveform', recording, span],
    queryFn: async ({ signal }) => drawable(await (await fetch(await link.fetch(), { signal })).arrayBuffer(), span),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

  useEffect(() => {
    if (data === undefined || data.peaks.length === 0 || container.current === null) return
    const surfer = WaveSurfer.create({
      container: container.current,
      cspNonce: styleNonce(),
      peaks: [data.peaks],
      duration: data.durationSeconds,
      height,
      normalize: true,
      interact: false,
      barWidth: 2,
      barGap: 1.5,
      barRadius: 2,
      waveColor: '#93a9ae',
      progressColor: '#0f5c64',
      cursorColor: '#0a464d',
      cursorWidth: 2,
    })
    surfer.on('ready', () => surfer.setTime(position.current))
    drawing.current = surfer
    return () => {
      drawing.current = null
      surfer.destroy()
    }
  }, [data])

  useEffect(() => drawing.current?.setTime(seconds), [seconds])

  return <div ref={container} className={classes.waveform} aria-hidden="true" />
}

/** Decodes to a low rate: for a drawing it is enough, and ten minutes take 20 MB instead of 110. */
async function drawable(bytes: ArrayBuffer, span: Span | null) {
  const audio = await new OfflineAudioContext(1, 1, decodeRateHz).decodeAudioData(bytes)
  const whole = span ?? { start: 0, end: audio.duration }
  const end = Math.min(whole.end, audio.duration)
  return {
    peaks: windowPeaks(audio.getChannelData(0), audio.sampleRate, whole, peakCount),
    durationSeconds: end - whole.start,
  }
}
