import type { Curves } from '@fonema/speech'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import type { AudioPlayer } from '../audio-player.ts'
import { rates } from '../audio-player.ts'
import { nextSyllable } from './hit.ts'
import { focusedKind, type SoundAction, soundActionOf } from './keys.ts'
import { Legend } from './Legend.tsx'
import { Overview } from './Overview.tsx'
import { Problems } from './Problems.tsx'
import { layoutOf } from './picture.ts'
import { problemsOf } from './problems.ts'
import classes from './SoundView.module.css'
import type { SoundViewProps } from './SoundView.tsx'
import { SpeakerTrack } from './SpeakerTrack.tsx'
import { Stage } from './Stage.tsx'
import type { Sound } from './sound.ts'
import { Toolbar } from './Toolbar.tsx'
import { usePlaying } from './usePlaying.ts'
import { firstView, fitted, following, showing, type View, wholeView, zoomed } from './view.ts'
import { WordTrack } from './WordTrack.tsx'

type SoundPanelProps = SoundViewProps & { player: AudioPlayer; sound: Sound }

const zoomStep = 1.6
const noPauses: Curves['pauses'] = []

/** The picture of a take with its player: what is in view, the keys, and the parts that share them. */
export function SoundPanel({
  player,
  sound,
  recording,
  span,
  name,
  gaps,
  words,
  speakers,
  language,
  pitchWithheld,
  below,
  over,
}: SoundPanelProps) {
  const { t } = useTranslation()
  const { ref, width } = useElementSize()
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const state = useSyncExternalStore(sound.subscribe, sound.getSnapshot)
  const playedSeconds = usePlaying(player, ({ durationSeconds }) => durationSeconds)
  const selection = usePlaying(player, (playing) => playing.selection)
  const opened = typeof state.opened === 'string' ? null : state.opened
  const curves = typeof state.curves === 'string' ? null : state.curves
  const hasPitch = pitchWithheld === null && curves?.pitch !== null
  const layout = layoutOf(isNarrow ? 'narrow' : 'wide', hasPitch)
  const duration = opened?.duration ?? playedSeconds
  const plot = Math.max(0, width - layout.axis)
  const [chosen, setChosen] = useState<View | null>(null)
  // The same object until it changes: the picture is drawn again for each new one.
  const view = useMemo(() => {
    if (duration <= 0 || plot <= 0) return null
    return chosen === null ? firstView(duration, plot) : fitted(chosen, duration)
  }, [chosen, duration, plot])

  // The view turns the page when the position leaves it.
  useEffect(() => {
    if (view === null) return
    let before = player.getSnapshot().seconds
    return player.subscribe(() => {
      const { seconds } = player.getSnapshot()
      if (seconds === before) return
      before = seconds
      const next = following(view, seconds, duration)
      if (next !== view) setChosen(next)
    })
  }, [player, view, duration])

  // A piece that is chosen elsewhere, in the transcript or by a link, comes into view.
  const [shownSelection, setShownSelection] = useState(selection)
  if (view !== null && selection !== shownSelection) {
    setShownSelection(selection)
    if (selection !== null) setChosen(showing(view, selection, duration))
  }

  function zoom(factor: number) {
    if (view === null) return
    const { seconds } = player.getSnapshot()
    const middle = view.start + view.length / 2
    const isInView = seconds >= view.start && seconds <= view.start + view.length
    const around = selection !== null ? (selection.start + selection.end) / 2 : isInView ? seconds : middle
    setChosen(zoomed(view, factor, around, duration))
  }

  function act(action: SoundAction) {
    const { seconds, isLooping, rate } = player.getSnapshot()
    switch (action.do) {
      case 'toggle':
        return player.toggle()
      case 'loop':
        return player.setLooping(!isLooping)
      case 'clear':
        return player.select(null)
      case 'fit':
        return setChosen(wholeView(duration))
      case 'first':
        return player.seek(0)
      case 'last':
        return player.seek(duration)
      case 'move':
        return player.seek(seconds + action.by)
      case 'zoom':
        return zoom(zoomStep ** action.by)
      case 'rate': {
        const index = rates.indexOf(rate) + action.by
        return player.setRate(rates[Math.max(0, Math.min(index, rates.length - 1))]!)
      }
      case 'syllable': {
        const from = selection === null ? seconds : (selection.start + selection.end) / 2
        const piece = nextSyllable(curves?.syllablesS ?? [], from, action.by > 0 ? 1 : -1)
        return piece === null ? undefined : player.playPiece(piece)
      }
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // Escape without a selection belongs to whatever surrounds the picture.
    const action = soundActionOf(event, focusedKind(event.target as Element))
    if (action === null || (action.do === 'clear' && selection === null)) return
    event.preventDefault()
    act(action)
  }

  const problems = problemsOf(gaps, span, curves?.clipped ?? [])
  return (
    // The keys of the controls inside; the group itself has no focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls have the focus.
    <div ref={ref} className={classes.panel} onKeyDown={onKeyDown}>
      <Toolbar player={player} recording={recording} name={name} act={act} canZoom={view !== null} />
      {opened !== null && view !== null && view.length < duration - 1e-6 && (
        <Overview overview={opened.overview} view={view} duration={duration} width={width} onView={setChosen} />
      )}
      <Stage
        player={player}
        sound={sound}
        state={state}
        view={view}
        duration={duration}
        layout={layout}
        plot={plot}
        hasPitch={hasPitch}
        problems={problems}
        onView={setChosen}
        over={view === null ? undefined : over?.({ view, plot, axis: layout.axis })}
      />
      {view !== null && speakers !== undefined && (
        <SpeakerTrack segments={speakers} player={player} view={view} plot={plot} axis={layout.axis} />
      )}
      {view !== null && (
        <WordTrack
          words={words}
          pauses={curves?.pauses ?? noPauses}
          player={player}
          view={view}
          plot={plot}
          axis={layout.axis}
          language={language}
        />
      )}
      {view !== null && below?.({ view, plot, axis: layout.axis })}
      {state.opened === 'failed' && <p className={classes.note}>{t('responses__sound__not_drawn')}</p>}
      {opened !== null && <Legend curves={state.curves} player={player} pitchWithheld={pitchWithheld} />}
      <Problems problems={problems} player={player} />
    </div>
  )
}
