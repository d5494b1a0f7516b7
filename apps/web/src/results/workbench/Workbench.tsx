import type { ReadyResult, Take } from '@fonema/contract'
import type { SyllableKind } from '@fonema/speech'
import { Alert, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Card } from '../../ui/Card.tsx'
import { UnsavedScope } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../../ui/Unsaved.tsx'
import { useAfterPaint } from '../../ui/useAfterPaint.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { useFinish } from '../second-opinion/useSecondOpinion.ts'
import { type ItemPath, useCorrection } from '../session/useTranscript.ts'
import { ActionBar } from './ActionBar.tsx'
import { BenchSound } from './BenchSound.tsx'
import { CurrentWord } from './CurrentWord.tsx'
import { draftOf, readDraft } from './draft.ts'
import { type Edited, isKept, openWords, toTyped } from './edits.ts'
import { KeysHelp } from './KeysHelp.tsx'
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
  syllables: SyllableKind
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

function Bench({
  item,
  take,
  name,
  data,
  language,
  syllables,
  pitchWithheld,
  isBlind = false,
  onClose,
}: WorkbenchProps) {
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
  // Hundreds of words with the picture of their sound are drawn after the key is shown.
  const drawn = useAfterPaint(history)
  const isChanged = now.words !== shown.edited.words
  const object = `${item.protocol_res_id}.${item.protocol_item_id}`
  const unsaved = useMemo(() => (isChanged ? draftOf(now, version) : null), [isChanged, now, version])
  const draft = useDraft(isBlind ? 'second_opinion' : 'workbench', object, unsaved, (values) => {
    const found = readDraft(values)
    if (found === null || history.past.length > 0) return
    setVersion(found.version)
    restart(found.edited, [shown.edited])
  })
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
      <BenchSound
        item={item}
        take={take}
        name={name}
        edited={drawn.now}
        length={length}
        language={language}
        syllables={syllables}
        pitchWithheld={pitchWithheld}
        onPlayer={setPlayer}
        onMove={work.dragEdge}
      />
      <CurrentWord edited={now} />
      <WordList work={work} player={player} language={language} />
      <ActionBar history={drawn} isHelping={work.isHelping} act={work.act} />
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
