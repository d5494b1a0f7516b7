import type { ReadyResult, Take } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { SoundView } from '../../takes/sound/SoundView.tsx'
import { Card } from '../../ui/Card.tsx'
import { UnsavedScope } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../../ui/Unsaved.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { useFinish } from '../second-opinion/useSecondOpinion.ts'
import { type ItemPath, useCorrection } from '../session/useTranscript.ts'
import { ActionBar } from './ActionBar.tsx'
import { CurrentWord } from './CurrentWord.tsx'
import { draftOf, readDraft } from './draft.ts'
import { EdgeHandles } from './EdgeHandles.tsx'
import { type Edited, isKept, moveEdge, openWords, toTyped } from './edits.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { pieceOf } from './pieces.ts'
import { SpeakerTrack } from './SpeakerTrack.tsx'
import { useWork } from './useWork.ts'
import { WordList } from './WordList.tsx'
import classes from './Workbench.module.css'

export type WorkbenchProps = {
  item: ItemPath
  /** The take whose words these are. */
  take: Pick<Take, 'take' | 'window' | 'gaps'>
  name: string
  data: Pick<ReadyResult['data'], 'words' | 'engine' | 'transcript_version'>
  language: string
  isTrain: boolean
  /** Why no pitch is shown; null: it is. */
  pitchWithheld: string | null
  /** The words begin a second opinion: they are compared, and count only when that is settled. */
  isBlind?: boolean
  onClose: () => void
}

/** Sound, words and speakers of a take on one time axis, and the words to correct with the keyboard. */
export function Workbench(props: WorkbenchProps) {
  const { t } = useTranslation()
  return (
    <Card title={t(props.isBlind ? 'workbench__blind__title' : 'workbench__title')}>
      <UnsavedScope onClose={props.onClose}>
        <Bench {...props} />
      </UnsavedScope>
    </Card>
  )
}

const timedPiece = ({ words, at }: Edited) => (words[at]?.start == null ? null : pieceOf(words, at))

function Bench({ item, take, name, data, language, isTrain, pitchWithheld, isBlind = false, onClose }: WorkbenchProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const close = useCloseDialog()
  const [player, setPlayer] = useState<AudioPlayer | null>(null)
  const [shown] = useState(() => ({
    edited: openWords(data.words ?? [], data.engine === 'typed'),
    version: data.transcript_version ?? 0,
  }))
  /** The version that is corrected. If another one was saved meanwhile, the server refuses the correction. */
  const length = take.window.end - take.window.start
  const [version, setVersion] = useState(shown.version)
  const work = useWork(shown.edited, { player, length, save })
  const { history, restart } = work
  const { now } = history
  const isChanged = now.words !== shown.edited.words
  const object = `${item.protocol_res_id}.${item.protocol_item_id}`
  const draft = useDraft(
    isBlind ? 'second_opinion' : 'workbench',
    object,
    isChanged ? draftOf(now, version) : null,
    (values) => {
      const found = readDraft(values)
      if (found === null || history.past.length > 0) return
      setVersion(found.version)
      restart(found.edited, [shown.edited])
    },
  )
  const done = () => {
    draft.discard()
    onClose()
  }
  const correction = useCorrection(item, done)
  const finishing = useFinish(item, done)
  const { isPending, error } = isBlind ? finishing : correction
  const isConflict = error instanceof ApiFailure && error.status === 409

  function save(edited: Edited) {
    if (isPending) return
    if (isBlind) finishing.mutate({ words: toTyped(edited) })
    else correction.mutate({ words: toTyped(edited), based_on: version })
  }

  return (
    <>
      <Unsaved when={isChanged} draft={draft.handle} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            setVersion(shown.version)
            restart(shown.edited)
          }}
        />
      )}
      <p className={classes.how}>{t('workbench__how')}</p>
      {isBlind && <p className={classes.how}>{t('workbench__blind__how')}</p>}
      <SoundView
        recording={{ ...item, take: take.take }}
        span={take.window}
        name={name}
        gaps={take.gaps}
        words={work.timed}
        language={language}
        isTrain={isTrain}
        pitchWithheld={pitchWithheld}
        moment={null}
        onPlayer={setPlayer}
        over={(place) => (
          <EdgeHandles
            piece={timedPiece(now)}
            place={place}
            limit={(edge, seconds) => timedPiece(moveEdge(now, edge, seconds, length))?.[edge] ?? seconds}
            onMove={work.dragEdge}
          />
        )}
        below={(place) => <SpeakerTrack words={now.words} {...place} />}
      />
      <CurrentWord edited={now} />
      <WordList work={work} player={player} language={language} />
      <ActionBar word={now.words[now.at]} history={history} isHelping={work.isHelping} act={work.act} />
      {work.isHelping && <KeysHelp />}
      {error !== null && (
        <Alert color="red" mt="sm" role="alert">
          {isConflict ? t(isBlind ? 'workbench__blind__conflict' : 'workbench__conflict') : ofFailure(error)}
        </Alert>
      )}
      <p className={classes.saving}>{now.words.every(isKept) ? t('workbench__saving_all') : t('workbench__saving')}</p>
      <DialogButtons cancel={{ text: t('analysis__transcript__cancel'), onClick: close, disabled: isPending }}>
        <Button onClick={() => save(now)} loading={isPending}>
          {t(isBlind ? 'workbench__blind__finish' : 'analysis__transcript__save')}
        </Button>
      </DialogButtons>
    </>
  )
}
