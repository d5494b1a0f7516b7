import type { ProtocolItem } from '@fonema/contract'
import { Progress } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Stimulus, type StimulusKind } from '../../takes/Stimulus.tsx'
import type { PlayerState } from '../../takes/StimulusPlayer.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { percentDone } from '../item-order.ts'
import { useKey } from '../keys.ts'
import { MicrophoneProblem } from '../microphone/MicrophoneProblem.tsx'
import { PatientStrip } from '../participant-screen/PatientStrip.tsx'
import { PictureTurn } from '../participant-screen/PictureTurn.tsx'
import { ScreenNotice, ScreenTools } from '../participant-screen/ScreenTools.tsx'
import { TimeSign } from '../participant-screen/TimeSign.tsx'
import { useFittedText } from '../participant-screen/useFittedText.ts'
import { useGuidedItem, type WaitsFor } from '../participant-screen/useGuidedItem.ts'
import type { ParticipantScreen } from '../participant-screen/useParticipantScreen.ts'
import { useTurnedPicture } from '../participant-screen/useTurnedPicture.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { InterruptedTakes } from './InterruptedTakes.tsx'
import classes from './ItemStep.module.css'
import { RecordControls } from './RecordControls.tsx'

type ItemStepProps = {
  flow: RecordingFlow
  screen: ParticipantScreen
  item: ProtocolItem
  lang: string
  /** A dialog lies above it. */
  isBehind: boolean
}

/** One item: the session's progress, the stimulus, and the actions available now. */
export function ItemStep({ flow, screen, item, lang, isBehind }: ItemStepProps) {
  const { t } = useTranslation()
  const { items, done, recording, media, space } = flow
  const section = useRef<HTMLElement>(null)
  const copy = (address: string | null) => (address === null ? null : (media?.get(address) ?? address))
  const stimulus = useStimulus(item)
  const isLocked = recording.status === 'recording' || recording.status === 'stopping'
  const listening = useListening()
  const guided = useGuidedItem(screen, { flow, item, lang, copy, isBehind, isVideoPlaying: stimulus.isVideoPlaying })
  const { isPatientMode } = guided
  const words = useRef<HTMLDivElement>(null)
  useFittedText(words, { isOn: isPatientMode, size: screen.view.size })
  const isRecording = recording.status === 'recording'
  const layout = useLayout(flow, isPatientMode)
  const picture = useTurnedPicture()
  /** The picture alone fills the screen. */
  const isFilling = layout === 'patient' || layout === 'recording'
  const percent = percentDone(done.size, items.length)
  const number = items.indexOf(item) + 1
  // Scrolls the whole item into view, as far as the screen allows.
  const show = useCallback(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(show, [show])
  // The controls grow when recording begins.
  useEffect(() => {
    if (isRecording || layout === 'recorded') show()
  }, [isRecording, layout, show])
  // The patient's mode has no other way to start what must be heard first.
  const { mustHear } = stimulus
  const canPlay = mustHear !== null && !stimulus.isPlaying && !isLocked && !isBehind
  useKey('toggle', canPlay, () => playIn(words.current, mustHear), mustHear === null ? undefined : `play_${mustHear}`)
  return (
    <section
      ref={section}
      className={classes.step}
      data-item
      data-recording={isRecording || undefined}
      data-layout={layout}
      data-contrast={isPatientMode ? screen.view.contrast : undefined}
      aria-labelledby="item-title"
      onLoadCapture={(event) => {
        picture.onLoad(event)
        show()
      }}
      onLoadedMetadataCapture={show}
    >
      <div className={classes.progress}>
        <span>{t('responses__record__item_of', { number, total: items.length })}</span>
        <Progress className={classes.bar} value={percent} aria-label={t('responses__record__progress')} />
        <span className={classes.percent}>{t('responses__record__percent', { percent })}</span>
        {!isLocked && <ScreenTools screen={screen} />}
      </div>
      {!isLocked && <ScreenNotice screen={screen} />}
      {flow.recorded === 'interrupted' && flow.heard === null && !isLocked && (
        <InterruptedTakes flow={flow} item={item} onPlayer={listening.onPlayer} />
      )}
      {guided.state.phase !== 'end' && layout !== 'recorded' && <PictureTurn picture={picture} isFilling={isFilling} />}
      <div ref={words} className={classes.stimulus} data-in-patient-mode={guided.state.phase !== 'end' || undefined}>
        <Stimulus
          heading={
            <h2 id="item-title" className={classes.title} lang={lang} dir="auto">
              {item.title}
            </h2>
          }
          item={{
            ...item,
            image: copy(item.image),
            audio: copy(item.audio),
            video: copy(item.video),
            subtitles: copy(item.subtitles ?? null),
          }}
          lang={lang}
          isLocked={isLocked}
          isNext={stimulus.mustBeHeard && !stimulus.isPlaying}
          isFilling={layout !== undefined}
          isTurned={isFilling && picture.isTurned}
          hidesText={layout === 'recorded' || (layout !== undefined && isLocked)}
          onPlayer={stimulus.onPlayer}
        />
      </div>
      {space !== 'enough' && (
        <MicrophoneProblem
          problem={space === 'full' ? 'storage_full' : 'storage_unavailable'}
          onRetry={flow.checkSpace}
        />
      )}
      <RecordControls
        flow={guided.flow}
        item={item}
        stimulus={{
          ...stimulus,
          // Playback must not be recorded.
          isPlaying: stimulus.isPlaying || listening.isPlaying,
          waitsFor: guided.waitsFor,
        }}
        isBehind={isBehind}
        isPatientMode={isPatientMode}
        onPlayer={listening.onPlayer}
      />
      {isPatientMode && (
        <PatientStrip
          state={guided.state}
          time={['end', 'countdown'].includes(guided.state.phase) ? null : <TimeSign flow={flow} item={item} />}
        />
      )}
    </section>
  )
}

/**
 * `patient`: the item fills the window. On a phone it also does so while somebody is recorded, and after that the
 * stimulus gets the height that the verdict and the buttons leave.
 */
function useLayout({ recording, recorded }: RecordingFlow, isPatientMode: boolean) {
  // A phone, upright or on its side.
  const isNarrow = useMediaQuery('(max-width: 48em), (max-height: 30em)', undefined, { getInitialValueInEffect: false })
  if (isPatientMode) return 'patient'
  if (!isNarrow) return undefined
  if (recording.status === 'recording' || recording.status === 'stopping') return 'recording'
  return recorded === 'whole' ? 'recorded' : undefined
}

const neverChanges = () => () => {}

/** Whether the examiner is playing back a recording. */
function useListening() {
  const [player, onPlayer] = useState<AudioPlayer | null>(null)
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? neverChanges,
    () => player?.getSnapshot().isPlaying ?? false,
  )
  return { isPlaying, onPlayer }
}

export type StimulusState = { mustBeHeard: boolean; isPlaying: boolean; waitsFor: WaitsFor }

/** Plays the stimulus' own sound or video. */
function playIn(stimulus: HTMLElement | null, kind: StimulusKind | null) {
  if (kind === null) return
  void stimulus
    ?.querySelector<HTMLMediaElement>(kind)
    ?.play()
    .catch(() => {})
}

/**
 * Whether sound and video have been played once, which one is next, and whether one is playing. Media that cannot be played block nothing.
 */
function useStimulus({ audio, video }: Pick<ProtocolItem, 'audio' | 'video'>) {
  const [heard, setHeard] = useState<ReadonlySet<StimulusKind>>(new Set())
  const [playing, setPlaying] = useState<StimulusKind | null>(null)
  const mustHear: StimulusKind | null =
    audio !== null && !heard.has('audio') ? 'audio' : video !== null && !heard.has('video') ? 'video' : null
  return {
    mustHear,
    mustBeHeard: mustHear !== null,
    isPlaying: playing !== null,
    isVideoPlaying: playing === 'video',
    onPlayer(kind: StimulusKind, state: PlayerState) {
      if (state === 'playing') return setPlaying(kind)
      setPlaying((before) => (before === kind ? null : before))
      if (state === 'ended' || state === 'failed') setHeard((before) => new Set(before).add(kind))
    },
  }
}
