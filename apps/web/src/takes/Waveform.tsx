import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { styleNonce } from '../ui/theme.ts'
import classes from './Player.module.css'
import { readRecording } from './recording-file.ts'
import type { Recording } from './useAudioLink.ts'
import { type Span, windowPeaks } from './window-peaks.ts'

const height = 88
const decodeRateHz = 8000
const peakCount = 1200

type WaveformProps = { recording: Recording; span: Span | null; seconds: number }

/** Draws the recording and the playback position. The player also works without it. */
export function Waveform({ recording, span, seconds }: WaveformProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawing = useRef<WaveSurfer>(null)
  const [cannotDraw, setCannotDraw] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['waveform', recording, span],
    queryFn: async ({ signal }) => {
      const file = await readRecording(recording, signal)
      return drawable(await file.arrayBuffer(), span)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

  useEffect(() => {
    if (data === undefined || container.current === null) return
    drawing.current = draw(container.current, data, () => setCannotDraw(true))
    return () => {
      drawing.current?.destroy()
      drawing.current = null
    }
  }, [data])

  useEffect(() => drawing.current?.setTime(seconds), [seconds])

  return (
    <div ref={container} className={classes.waveform} data-failed={isError || cannotDraw || undefined} aria-hidden />
  )
}

type Drawable = { peaks: Float32Array; durationSeconds: number }

/** Decodes at a low rate: enough for a drawing, and ten minutes take 20 MB instead of 110. */
async function drawable(bytes: ArrayBuffer, span: Span | null): Promise<Drawable> {
  const audio = await new OfflineAudioContext(1, 1, decodeRateHz).decodeAudioData(bytes)
  const whole = span ?? { start: 0, end: audio.duration }
  const peaks = windowPeaks(audio.getChannelData(0), audio.sampleRate, whole, peakCount)
  if (peaks.length === 0) throw new Error('The span contains no samples')
  return { peaks, durationSeconds: Math.min(whole.end, audio.duration) - whole.start }
}

/** Draws without playing: the slider over it seeks, and `setTime` sets the position. */
function draw(container: HTMLElement, { peaks, durationSeconds }: Drawable, onError: () => void): WaveSurfer | null {
  const accent = getComputedStyle(container).getPropertyValue('--mantine-primary-color-8')
  try {
    const surfer = WaveSurfer.create({
      container,
      cspNonce: styleNonce(),
      peaks: [peaks],
      duration: durationSeconds,
      height,
      normalize: true,
      interact: false,
      barWidth: 2,
      barGap: 1.5,
      barRadius: 2,
      waveColor: '#93a9ae',
      progressColor: accent,
      cursorColor: accent,
      cursorWidth: 2,
    })
    surfer.on('error', onError)
    return surfer
  } catch {
    onError()
    return null
  }
}
