import type { SpeakerSegment, Take } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { SoundView, type SoundViewProps } from '../../takes/sound/SoundView.tsx'
import { atStart, speakerTexts } from '../../takes/sound/speaker-names.ts'
import { Card } from '../../ui/Card.tsx'
import { UnsavedScope } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { Unsaved, useCloseDialog } from '../../ui/Unsaved.tsx'
import type { ItemPath } from '../session/useTranscript.ts'
import { EdgeHandles } from '../workbench/EdgeHandles.tsx'
import bench from '../workbench/Workbench.module.css'
import classes from './EditTrack.module.css'
import { EditTrack } from './EditTrack.tsx'
import { moveEdge, openTrack, type Track, toSegments } from './segments.ts'
import { TrackActions } from './TrackActions.tsx'
import { useSaveTrack } from './useSaveTrack.ts'
import { useTrack } from './useTrack.ts'

type TrackEditorProps = Pick<SoundViewProps, 'name' | 'words' | 'language' | 'syllables' | 'pitchWithheld'> & {
  item: ItemPath
  take: Pick<Take, 'take' | 'window' | 'gaps' | 'speaker_track'>
  /** What counts now; undefined: it is not known who speaks. */
  found: readonly SpeakerSegment[] | undefined
  onClose: () => void
}

/** The recording with who speaks when, to correct. */
export function TrackEditor(props: TrackEditorProps) {
  const { t } = useTranslation()
  return (
    <Card title={t('workbench__track__title')}>
      <UnsavedScope onClose={props.onClose}>
        <Editor {...props} />
      </UnsavedScope>
    </Card>
  )
}

function Editor({ item, take, found, onClose, ...sound }: TrackEditorProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const close = useCloseDialog()
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  const length = take.window.end - take.window.start
  const [opened] = useState(() => ({
    track: openTrack(found ?? [{ start_s: 0, end_s: length, speaker: 'participant' }]),
    version: take.speaker_track ?? 0,
  }))
  const saving = useSaveTrack(item, onClose)
  const work = useTrack(opened.track, { player, length, save })
  const { now, past, future } = work.history
  const segment = now.segments[now.at]
  const isChanged = now.segments !== opened.track.segments
  const isConflict = saving.error instanceof ApiFailure && saving.error.status === 409
  const moment = (seconds: number) => formatDecimals(seconds, currentLanguage(), 2)

  function save(track: Track) {
    if (!saving.isPending) saving.mutate({ segments: toSegments(track), based_on: opened.version })
  }

  return (
    <>
      <Unsaved when={isChanged} />
      <p className={bench.how}>{t('workbench__track__how')}</p>
      <SoundView
        {...sound}
        recording={{ ...item, take: take.take }}
        span={take.window}
        gaps={take.gaps}
        moment={null}
        onPlayer={setPlayer}
        over={(place) => (
          <EdgeHandles
            piece={segment ?? null}
            place={place}
            limit={(edge, seconds) => moveEdge(now, edge, seconds, length).segments[now.at]?.[edge] ?? seconds}
            onMove={work.dragEdge}
          />
        )}
        below={(place) => <EditTrack work={work} place={place} />}
      />
      <p className={classes.facts} role="status">
        {segment === undefined
          ? t('workbench__track__none')
          : `${t('workbench__track__place', { place: now.at + 1, total: now.segments.length })} · ${t(
              'analysis__speakers__segment',
              {
                name: atStart(t(speakerTexts[segment.speaker])),
                from: moment(segment.start),
                to: moment(segment.end),
              },
            )}`}
      </p>
      <TrackActions
        segment={segment}
        isFirst={now.at <= 0}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        act={work.act}
      />
      {saving.error !== null && (
        <Alert color="red" mt="sm" role="alert">
          {isConflict ? t('workbench__track__conflict') : ofFailure(saving.error)}
        </Alert>
      )}
      <p className={bench.saving}>{t('workbench__track__saving')}</p>
      <DialogButtons cancel={{ text: t('analysis__transcript__cancel'), onClick: close, disabled: saving.isPending }}>
        <Button onClick={() => save(now)} loading={saving.isPending}>
          {t('analysis__transcript__save')}
        </Button>
      </DialogButtons>
    </>
  )
}
