import type { ProtocolItem } from '@fonema/contract'
import { Progress } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Stimulus, type StimulusKind } from '../../takes/Stimulus.tsx'
import type { PlayerState } from '../../takes/StimulusPlayer.tsx'
import { percentDone } from '../item-order.ts'
import { MicrophoneProblem } from '../microphone/MicrophoneProblem.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { InterruptedTakes } from './InterruptedTakes.tsx'
import classes from './ItemStep.module.css'
import { RecordControls } from './RecordControls.tsx'

type ItemStepProps = {
  flow: RecordingFlow
  item: ProtocolItem
  lang: string
  /** A dialog lies above it. */
  isBehind: boolean
}

/** One item: the session's progress, the stimulus, and the actions available now. */
export function ItemStep({ flow, item, lang, isBehind }: ItemStepProps) {
  const { t } = useTranslation()
  const { items, done, recording, media, space } = flow
  const section = useRef<HTMLElement>(null)
  const copy = (address: string | null) => (address === null ? null : (media?.get(address) ?? address))
  const stimulus = useStimulus(item)
  const isLocked = recording.status === 'recording' || recording.status === 'stopping'
  const listening = useListening()
  const percent = percentDone(done.size, items.length)
  const number = items.indexOf(item) + 1
  // Scrolls the whole item into view, as far as the screen allows.
  const show = useCallback(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(show, [show])
  const isRecording = recording.status === 'recording'
  // The controls grow when recording begins.
  useEffect(() => {
    if (isRecording) show()
  }, [isRecording, show])
  return (
    <section
      ref={section}
      className={classes.step}
      data-item
      data-recording={isRecording || undefined}
      aria-labelledby="item-title"
      onLoadCapture={show}
      onLoadedMetadataCapture={show}
    >
      <div className={classes.progress}>
        <span>{t('responses__record__item_of', { number, total: items.length })}</span>
        <Progress className={classes.bar} value={percent} aria-label={t('responses__record__progress')} />
        <span>{t('responses__record__percent', { percent })}</span>
      </div>
      {flow.recorded === 'interrupted' && !isLocked && (
        <InterruptedTakes flow={flow} item={item} onPlayer={listening.onPlayer} />
      )}
      <div className={classes.stimulus}>
        <Stimulus
          heading={
            <h2 id="item-title" className={classes.title} lang={lang}>
              {item.title}
            </h2>
          }
          item={{ ...item, image: copy(item.image), audio: copy(item.audio), video: copy(item.video) }}
          lang={lang}
          isLocked={isLocked}
          isNext={stimulus.mustBeHeard && !stimulus.isPlaying}
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
        flow={flow}
        item={item}
        // Playback must not be recorded.
        stimulus={{ ...stimulus, isPlaying: stimulus.isPlaying || listening.isPlaying }}
        isBehind={isBehind}
      />
    </section>
  )
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

export type StimulusState = { mustBeHeard: boolean; isPlaying: boolean }

/**
 * Whether sound and video have been played once, and whether one is playing. Media that cannot be played block nothing.
 */
function useStimulus({ audio, video }: Pick<ProtocolItem, 'audio' | 'video'>) {
  const [heard, setHeard] = useState<ReadonlySet<StimulusKind>>(new Set())
  const [playing, setPlaying] = useState<StimulusKind | null>(null)
  return {
    mustBeHeard: (audio !== null && !heard.has('audio')) || (video !== null && !heard.has('video')),
    isPlaying: playing !== null,
    onPlayer(kind: StimulusKind, state: PlayerState) {
      if (state === 'playing') return setPlaying(kind)
      setPlaying((before) => (before === kind ? null : before))
      if (state === 'ended' || state === 'failed') setHeard((before) => new Set(before).add(kind))
    },
  }
}
