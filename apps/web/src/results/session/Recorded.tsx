import type { ItemResponse } from '@fonema/contract'
import { useState } from 'react'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Completeness } from '../../takes/Completeness.tsx'
import { ExaminerChannel } from '../../takes/ExaminerChannel.tsx'
import { SoundView } from '../../takes/sound/SoundView.tsx'
import { syllablesOf } from '../../takes/sound/syllable-kind.ts'
import { listTakes } from '../../takes/takes.ts'
import { MeasureChangesNote } from './MeasureChangesNote.tsx'
import { useMoment } from './moment.ts'
import { RecordingQuality } from './RecordingQuality.tsx'
import { TakeActions } from './TakeActions.tsx'

import { TakeChooser } from './TakeChooser.tsx'
import type { MeasureChanges } from './useMeasureChanges.ts'
import { usePitchWithheld } from './usePitchWithheld.ts'
import type { SessionPath } from './useSession.ts'
import { WhoSpeaks } from './WhoSpeaks.tsx'

type RecordedProps = {
  session: SessionPath
  answer: ItemResponse
  /** Whether the examiner may make another take the one that counts. */
  isOpen: boolean
  /** Every item has an answer: another take then counts only with a reason. */
  isCompleted: boolean
  /** The language of the words. */
  language: string
  /** What the latest correction of who speaks changed; null: nothing was corrected since the page was opened. */
  changes?: MeasureChanges | null
  /** Opens who speaks for correction; absent where it cannot be corrected. */
  onCorrect?: (() => void) | undefined
  /** Who speaks was just closed: its button takes the focus back. */
  isBack?: boolean
  /** Called with the player of the counting take. */
  onPlayer: (player: AudioPlayer | null) => void
}

/** An item's recording: the counting take, and the others for listening. */
export function Recorded(props: RecordedProps) {
  const { session, answer, isOpen, isCompleted, language, changes = null, onCorrect, isBack = false, onPlayer } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const takes = listTakes(answer)
  const moment = useMoment(answer.protocol_item.order)
  const withheld = usePitchWithheld(answer)
  const take = takes.find((candidate) => candidate.take === chosen) ?? takes.find(({ isFirstHeard }) => isFirstHeard)
  if (take === undefined) return null
  const results = answer.feature_extraction_res
  const found = resultOf(answer, 'timing')?.data.speakers
  const hasWords = resultOf(answer, 'transcript') !== undefined
  const isPending = results.some(({ status }) => status === 'pending')
  return (
    <>
      <TakeChooser takes={takes} shown={take} isSkipped={answer.is_skipped} onChoose={setChosen} />
      <SoundView
        key={take.take}
        recording={{ ...session, protocol_item_id: answer.protocol_item.id, take: take.take }}
        span={take.window}
        name={answer.protocol_item.title}
        gaps={take.gaps}
        words={(take.counts && wordsOf(answer)) || noWords}
        speakers={take.counts ? found?.segments : undefined}
        language={language}
        syllables={syllablesOf(answer.protocol_item.category.name)}
        pitchWithheld={take.counts ? withheld : null}
        moment={take.isFirstHeard ? moment : null}
        onPlayer={take.counts ? onPlayer : undefined}
      />
      <RecordingQuality
        quality={take.quality}
        capture={take.counts ? answer.capture : null}
        unjudged={!take.counts || results.length === 0 ? 'none' : isPending ? 'pending' : 'unknown'}
      />
      <Completeness value={take.completeness} />
      <ExaminerChannel value={take.examiner_channel ?? null} />
      {take.counts && hasWords && (
        <WhoSpeaks
          key={`people-${take.take}`}
          item={{ ...session, protocol_item_id: answer.protocol_item.id }}
          people={take.people ?? 1}
          byMicrophones={take.examiner_channel === 'heard'}
          track={take.speaker_track}
          found={found}
          isOpen={isOpen}
          isPending={isPending}
          onCorrect={onCorrect}
          isBack={isBack}
        />
      )}
      {take.counts && changes !== null && <MeasureChangesNote {...changes} />}
      {isOpen && (
        <TakeActions
          key={`actions-${take.take}`}
          session={session}
          answer={answer}
          takes={takes}
          shown={take}
          isCompleted={isCompleted}
        />
      )}
    </>
  )
}

const noWords: readonly never[] = []

const resultOf = ({ feature_extraction_res }: ItemResponse, entry: string) =>
  feature_extraction_res.find(({ feature_extraction_func }) => feature_extraction_func.entry === entry)

/** The words with their times, once they are recognised or typed, without those that nobody said. */
const wordsOf = (answer: ItemResponse) =>
  resultOf(answer, 'transcript')?.data.words?.filter(({ doubt }) => doubt === undefined)
