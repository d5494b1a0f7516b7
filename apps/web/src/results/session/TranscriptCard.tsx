import type { FeatureResult, ReadyResult } from '@fonema/contract'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useAccess } from '../../api/current-user.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { TranscriptFiles } from '../transcript-files/TranscriptFiles.tsx'
import { ConfirmWords } from './ConfirmWords.tsx'
import { engineLacks } from './engine-lacks.ts'
import { MeasureChangesNote } from './MeasureChangesNote.tsx'
import classes from './TranscriptCard.module.css'
import { TranscriptEditor } from './TranscriptEditor.tsx'
import { TranscriptMissing } from './TranscriptMissing.tsx'
import { TranscriptVersions } from './TranscriptVersions.tsx'
import { TranscriptWords } from './TranscriptWords.tsx'
import { useAnalysisTexts } from './useAnalysisTexts.ts'
import type { MeasureChanges } from './useMeasureChanges.ts'
import type { ItemPath } from './useTranscript.ts'
import { useTranscriptOrigin } from './useTranscriptOrigin.ts'

const WordCloud = lazy(() => import('./WordCloud.tsx').then(({ WordCloud }) => ({ default: WordCloud })))

const minCloudWords = 4

type TranscriptCardProps = {
  item: ItemPath
  result: FeatureResult
  player: AudioPlayer | null
  language: string
  /** What the latest correction changed; null: nothing was corrected since the page was opened. */
  changes: MeasureChanges | null
  /** Opens the words for correction one by one; absent where their recording is not heard. */
  onWork?: (() => void) | undefined
  /** The words were just closed: their button takes the focus back. */
  isBack: boolean
}

/** The transcript, to read along with the audio and to correct. */
export function TranscriptCard(props: TranscriptCardProps) {
  const { item, result, player, language, changes, onWork, isBack } = props
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const [isEditing, setEditing] = useState(false)
  const wayBack = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isBack) wayBack.current?.focus()
  }, [isBack])
  const mayCorrect = useAccess({ role: 'examiner', feature: 'recordProtocol' })
  const data: ReadyResult['data'] = result.data
  const version = data.transcript_version ?? 0
  const isConfirmed = data.confirmed !== false
  const notHeard = (data.words ?? []).filter(({ doubt }) => doubt !== undefined).length
  const counts = Object.entries(data.words_count?.words ?? {})
  const allCounts = Object.entries(data.words_count?.all_words ?? {})
  return (
    <Card
      title={t('analysis__transcript__title')}
      aside={
        !isEditing &&
        result.status !== 'pending' && (
          <div className={classes.ways}>
            {mayCorrect && version > 0 && onWork !== undefined && (
              <Button ref={wayBack} variant="default" onClick={onWork}>
                {t('analysis__transcript__by_word')}
              </Button>
            )}
            {mayCorrect && (
              <Button variant="default" onClick={() => setEditing(true)}>
                {t(version === 0 ? 'analysis__transcript__type' : 'analysis__transcript__correct')}
              </Button>
            )}
            <TranscriptFiles item={item} version={version} />
          </div>
        )
      }
    >
      {result.status === 'pending' && (
        <div role="status">
          <VisuallyHidden component="span">{t('analysis__transcript__pending')}</VisuallyHidden>
          <Skeleton height={16} mb={10} />
          <Skeleton height={16} width="70%" />
        </div>
      )}
      {result.status === 'failed' &&
        !isEditing &&
        (result.error === 'transcriber_unavailable' ? (
          <TranscriptMissing />
        ) : (
          <p className={classes.notice}>{texts.ofError(result.error)}</p>
        ))}
      {isEditing && (
        <TranscriptEditor
          item={item}
          text={data.transcript ?? ''}
          version={version}
          isConfirmed={isConfirmed}
          language={language}
          onClose={() => setEditing(false)}
        />
      )}
      {result.status === 'ready' && !isEditing && (
        <TranscriptWords words={data.words ?? []} player={player} language={language} />
      )}
      {notHeard > 0 && !isEditing && (
        <p className={classes.origin}>{t('analysis__transcript__not_heard', { count: notHeard })}</p>
      )}
      {result.status === 'ready' && <Origin data={data} />}
      {changes !== null && !isEditing && <MeasureChangesNote {...changes} />}
      {result.status === 'ready' && !isConfirmed && !isEditing && (
        <ConfirmWords
          item={item}
          text={data.transcript ?? ''}
          version={version}
          seconds={Math.round(player?.getSnapshot().durationSeconds ?? 0) || null}
          mayConfirm={mayCorrect}
        />
      )}
      {result.outdated_version !== undefined && <p className={classes.origin}>{t('analysis__table__outdated')}</p>}
      {counts.length >= minCloudWords && !isEditing && (
        <Suspense fallback={<Skeleton height={220} mt="md" />}>
          <WordCloud counts={counts} allCounts={allCounts} language={language} />
        </Suspense>
      )}
      {version > 0 && <TranscriptVersions item={item} current={version} language={language} />}
    </Card>
  )
}

/** Who made the transcript: the measures computed from it are only as reliable. */
function Origin({ data }: { data: ReadyResult['data'] }) {
  const { t } = useTranslation()
  const originOf = useTranscriptOrigin()
  const lacks = engineLacks(data)
  return (
    <p className={classes.origin}>
      {t('analysis__transcript__version', { version: data.transcript_version ?? 1 })} · {originOf(data)}
      {lacks !== undefined && `, ${t(`analysis__transcript__lacks__${lacks}`)}`}
    </p>
  )
}
