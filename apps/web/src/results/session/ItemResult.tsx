import type { ProtocolResponse, ReadyResult } from '@fonema/contract'
import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Stimulus } from '../../takes/Stimulus.tsx'
import { purposeTexts, readPurpose } from '../../takes/skip-purpose.ts'
import { syllablesOf } from '../../takes/sound/syllable-kind.ts'
import { listTakes } from '../../takes/takes.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { loadTexts, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SecondOpinionCard } from '../second-opinion/SecondOpinionCard.tsx'
import { useSecondOpinion } from '../second-opinion/useSecondOpinion.ts'
import { ContentUnits } from './ContentUnits.tsx'
import { FluencyWords } from './FluencyWords.tsx'
import { ItemMetrics } from './ItemMetrics.tsx'
import classes from './ItemResult.module.css'
import { ItemStateMark } from './ItemStateMark.tsx'
import { ReadingText } from './ReadingText.tsx'
import { Recorded } from './Recorded.tsx'
import type { Item } from './session-state.ts'
import { TranscriptCard } from './TranscriptCard.tsx'
import { useMeasureChanges } from './useMeasureChanges.ts'
import { usePitchWithheld } from './usePitchWithheld.ts'
import { useFeatureDisplay } from './useSession.ts'

const Workbench = lazy(async () => {
  const [{ Workbench }] = await Promise.all([import('../workbench/Workbench.tsx'), loadTexts('workbench')])
  return { default: Workbench }
})
const TrackEditor = lazy(async () => {
  const [{ TrackEditor }] = await Promise.all([import('../speakers/TrackEditor.tsx'), loadTexts('workbench')])
  return { default: TrackEditor }
})
const ItemComparison = lazy(() =>
  import('../comparison/ItemComparison.tsx').then(({ ItemComparison }) => ({ default: ItemComparison })),
)

type ItemResultProps = { session: ProtocolResponse; shown: Item }

/** One item: its stimulus, the recording and the measures. */
export function ItemResult({ session, shown: { item, answer, state } }: ItemResultProps) {
  const { t } = useTranslation()
  const { protocol } = session
  const textOf = ({ purpose, other }: ReturnType<typeof readPurpose>) => other ?? t(purposeTexts[purpose])
  const path = { participant_id: session.participant, protocol_res_id: session.id }
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  const dataOf = (entry: string): ReadyResult['data'] | undefined =>
    answer?.feature_extraction_res.find(
      (result) => result.feature_extraction_func.entry === entry && result.status === 'ready',
    )?.data
  const asked = dataOf('fluency')?.asked ?? []
  const units = dataOf('content_units')?.units ?? []
  const reading = dataOf('reading_alignment')?.reading
  const isRecorded = answer !== undefined && !answer.is_skipped
  return (
    <div className={classes.item}>
      <h2 className={classes.title}>{t('responses__result__item', { order: item.order, title: item.title })}</h2>
      <div className={classes.stimulus}>
        <Fold title={t('responses__result__stimulus')}>
          <Stimulus item={item} lang={protocol.locale.lang.code} />
        </Fold>
      </div>
      {answer === undefined && (
        <Card title={t('responses__result__recording')} aside={<ItemStateMark state={state} />}>
          <EmptyState text={t('responses__result__unanswered')} />
        </Card>
      )}
      {answer?.is_skipped && (
        <Card title={t('responses__result__recording')} aside={<ItemStateMark state={state} />}>
          <p className={classes.purpose}>
            <span>{t('responses__result__skipped_purpose')}</span> {textOf(readPurpose(answer.skipped_purpose ?? ''))}
          </p>
          {!item.skippable && <p className={classes.closed}>{t('responses__take__closed_without')}</p>}
          {answer.takes.length > 0 && (
            <div className={classes.beforeSkip}>
              <Recorded
                session={path}
                answer={answer}
                isOpen={session.active}
                isCompleted={session.is_completed}
                language={protocol.locale.lang.code}
                onPlayer={ignore}
              />
            </div>
          )}
        </Card>
      )}
      {isRecorded && (
        <>
          <Spoken key={answer.id} session={session} answer={answer} player={player} onPlayer={setPlayer} />
          {asked.length > 0 && (
            <FluencyWords
              item={{ ...path, protocol_item_id: item.id }}
              words={asked}
              language={protocol.locale.lang.code}
            />
          )}
          {units.length > 0 && (
            <ContentUnits
              item={{ ...path, protocol_item_id: item.id }}
              units={units}
              player={player}
              language={protocol.locale.lang.code}
            />
          )}
          {reading !== undefined && (
            <ReadingText reading={reading} player={player} language={protocol.locale.lang.code} />
          )}
          <Card
            title={t('responses__result__metrics')}
            aside={
              <div role="status">
                <ItemStateMark state={state} />
              </div>
            }
          >
            <Metrics session={session} answer={answer} />
          </Card>
          <Comparison session={session} answer={answer} />
        </>
      )}
    </div>
  )
}

const ignore = () => {}

type SpokenProps = {
  session: ProtocolResponse
  answer: NonNullable<Item['answer']>
  player: AudioPlayer | null
  onPlayer: (player: AudioPlayer | null) => void
}

/** The recording with its transcript, or the workbench in their place. */
function Spoken({ session, answer, player, onPlayer }: SpokenProps) {
  const { t } = useTranslation()
  const [work, setWork] = useState<'none' | 'words' | 'blind' | 'after words' | 'speakers' | 'after speakers'>('none')
  const { data: display } = useFeatureDisplay(session.protocol.id)
  const changes = useMeasureChanges(answer, display)
  const soundChanges = useMeasureChanges(answer, display, 'speakers')
  const pitchWithheld = usePitchWithheld(answer)
  const item = answer.protocol_item
  const path = { participant_id: session.participant, protocol_res_id: session.id }
  const language = session.protocol.locale.lang.code
  const transcript = answer.feature_extraction_res.find(
    ({ feature_extraction_func }) => feature_extraction_func.entry === 'transcript',
  )
  const take = listTakes(answer).find(({ counts }) => counts)
  const { data: opinion } = useSecondOpinion(
    { ...path, protocol_item_id: item.id },
    take !== undefined && (transcript === undefined || transcript.data.engine === 'typed'),
  )
  const shared = take && {
    item: { ...path, protocol_item_id: item.id },
    take,
    name: item.title,
    language,
    syllables: syllablesOf(item.category.name),
    pitchWithheld,
  }
  const afterWords = () => setWork('after words')
  if (work === 'blind' && opinion?.state === 'open' && shared !== undefined)
    return (
      <Editing>
        <Workbench {...shared} data={{ words: opinion.words, transcript_version: 0 }} isBlind onClose={afterWords} />
      </Editing>
    )
  if (work === 'words' && transcript !== undefined && shared !== undefined)
    return (
      <Editing>
        <Workbench {...shared} data={transcript.data} onClose={afterWords} />
      </Editing>
    )
  if (work === 'speakers' && shared !== undefined)
    return (
      <Editing>
        <TrackEditor
          {...shared}
          words={transcript?.data.words?.filter(({ doubt }) => doubt === undefined) ?? []}
          found={foundIn(answer)}
          onClose={() => setWork('after speakers')}
        />
      </Editing>
    )
  return (
    <>
      <Card title={t('responses__result__recording')}>
        <Recorded
          session={path}
          answer={answer}
          isOpen={session.active}
          isCompleted={session.is_completed}
          language={language}
          changes={soundChanges}
          onCorrect={() => setWork('speakers')}
          isBack={work === 'after speakers'}
          onPlayer={onPlayer}
        />
      </Card>
      {transcript !== undefined && (
        <TranscriptCard
          item={{ ...path, protocol_item_id: item.id }}
          result={transcript}
          player={player}
          language={language}
          changes={changes}
          onWork={take === undefined ? undefined : () => setWork('words')}
          isBack={work === 'after words'}
        />
      )}
      {opinion !== undefined && (
        <SecondOpinionCard
          item={{ ...path, protocol_item_id: item.id }}
          opinion={opinion}
          player={player}
          language={language}
          isOpen={session.active}
          onWork={() => setWork('blind')}
        />
      )}
    </>
  )
}

const Editing = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton height={620} radius="lg" />}>{children}</Suspense>
)

const foundIn = ({ feature_extraction_res }: NonNullable<Item['answer']>) =>
  feature_extraction_res.find(({ feature_extraction_func }) => feature_extraction_func.entry === 'timing')?.data
    .speakers?.segments

type MetricsProps = { session: ProtocolResponse; answer: NonNullable<Item['answer']> }

function Metrics({ session, answer }: MetricsProps) {
  const { data, error, refetch } = useFeatureDisplay(session.protocol.id)
  if (data !== undefined)
    return <ItemMetrics session={session} answer={answer} display={data} isPractice={session.protocol.is_practice} />
  return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
}

type ComparisonProps = { session: ProtocolResponse; answer: NonNullable<Item['answer']> }

/** Rendered only if there are populations to compare with; the charts are loaded on demand. */
function Comparison({ session, answer }: ComparisonProps) {
  const { data: display } = useFeatureDisplay(session.protocol.id)
  const isCompared = answer.feature_extraction_res.some(({ compared }) => Object.keys(compared ?? {}).length > 0)
  if (!isCompared || display === undefined) return null
  return (
    <Suspense fallback={<Skeleton height={460} radius="lg" />}>
      <ItemComparison session={session} answer={answer} display={display} />
    </Suspense>
  )
}
