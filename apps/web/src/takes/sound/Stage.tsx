import { type ReactNode, useEffect, useRef } from 'react'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals, formatTickValue } from '../../ui/numbers.ts'
import type { AudioPlayer } from '../audio-player.ts'
import { PositionSlider } from './PositionSlider.tsx'
import { drawPicture, heightOf, type Layout, syllableLane } from './picture.ts'
import type { Problem } from './problems.ts'
import classes from './SoundView.module.css'
import type { Sound, SoundState } from './sound.ts'
import { usePictureText } from './usePictureText.ts'
import { usePlaying } from './usePlaying.ts'
import { useStagePointers } from './useStagePointers.ts'
import { type View, xOf } from './view.ts'

type StageProps = {
  player: AudioPlayer
  sound: Sound
  state: SoundState
  /** Null until the length of the take and the width are known. */
  view: View | null
  duration: number
  layout: Layout
  plot: number
  hasPitch: boolean
  problems: readonly Problem[]
  onView: (view: View) => void
  /** Handles over the picture, with pointers of their own. */
  over?: ReactNode
}

/** The picture with what moves over it: the playback position, the selection and the problems. */
export function Stage({
  player,
  sound,
  state,
  view,
  duration,
  layout,
  plot,
  hasPitch,
  problems,
  onView,
  over,
}: StageProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { opened, tiles } = state
  const curves = typeof state.curves === 'string' ? null : state.curves
  const topHz = typeof opened === 'string' ? null : opened.topHz
  const textOf = usePictureText()

  useEffect(() => {
    if (canvas.current === null || view === null || topHz === null || tiles < 0) return
    const element = canvas.current
    const language = currentLanguage()
    // Once a frame, however many tiles and pointer moves come in between.
    const frame = requestAnimationFrame(() =>
      drawPicture({
        canvas: element,
        sound,
        view,
        duration,
        topHz,
        curves,
        showsPitch: hasPitch,
        layout,
        width: plot + layout.axis,
        texts: {
          number: (value) => formatTickValue(value, language),
          time: (seconds, decimals) =>
            seconds < 60
              ? `${formatDecimals(seconds, language, decimals)} s`
              : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
        },
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [sound, view, duration, topHz, curves, hasPitch, layout, plot, tiles])

  // Moves the element directly: a render for each frame would be too slow.
  useEffect(() => {
    const place = () => {
      if (head.current === null || view === null) return
      const x = xOf(view, player.getSnapshot().seconds, plot)
      head.current.style.transform = `translateX(${x}px)`
      head.current.hidden = x < -1 || x > plot + 1
    }
    place()
    return player.subscribe(place)
  }, [player, view, plot])

  const selection = usePlaying(player, (playing) => playing.selection)
  const { drag, handlers, overlay } = useStagePointers({
    player,
    view,
    duration,
    plot,
    onView,
    syllables: curves?.syllablesS ?? [],
    lane: syllableLane(layout),
    onClick: () => slider.current?.focus({ preventScroll: true }),
  })
  const piece = drag ?? selection
  const isFailed = opened === 'failed'
  const within = (start: number, end: number) =>
    view === null ? {} : { left: xOf(view, start, plot), width: xOf(view, end, plot) - xOf(view, start, plot) }

  return (
    <div
      className={classes.stage}
      data-failed={isFailed || undefined}
      style={{ height: isFailed ? undefined : heightOf(layout) }}
    >
      {!isFailed && (
        <canvas ref={canvas} role="img" aria-label={textOf(topHz, curves, hasPitch)} className={classes.canvas} />
      )}
      {opened === 'loading' && (
        <p className={classes.loading} role="status">
          {t('responses__sound__loading')}
        </p>
      )}
      <PositionSlider ref={slider} player={player} />
      {!isFailed && (
        <div
          ref={overlay}
          className={classes.overlay}
          style={{ left: layout.axis, width: plot }}
          data-testid="sound-stage"
          {...handlers}
        >
          {view !== null &&
            problems.map(({ kind, span }) => (
              <div
                key={`${kind}-${span.start}`}
                className={classes.problem}
                data-kind={kind}
                style={within(span.start, span.end)}
              />
            ))}
          {piece !== null && <div className={classes.selection} style={within(piece.start, piece.end)} />}
          <div ref={head} className={classes.head} />
          {over}
        </div>
      )}
    </div>
  )
}
