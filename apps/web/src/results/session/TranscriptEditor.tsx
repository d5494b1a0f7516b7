import { Alert, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import { UnsavedScope } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved, useCloseDialog } from '../../ui/Unsaved.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { isTextDraft } from '../../ui/useTextDraft.ts'
import { type ItemPath, useCorrection } from './useTranscript.ts'

type TranscriptEditorProps = {
  item: ItemPath
  text: string
  /** The version to correct; 0: there is none yet. */
  version: number
  /** Saving confirms an unconfirmed transcript, changed or not. */
  isConfirmed: boolean
  language: string
  onClose: () => void
}

/** Edits the transcript as text, below its recording. */
export function TranscriptEditor(props: TranscriptEditorProps) {
  return (
    <UnsavedScope onClose={props.onClose}>
      <TranscriptForm {...props} />
    </UnsavedScope>
  )
}

/** The typed text and the version that it corrects. If another version was saved meanwhile, the server refuses it. */
type Correction = { text: string; before: string; version: number }

function TranscriptForm(props: TranscriptEditorProps) {
  const { item, text: shown, version: shownVersion, isConfirmed, language, onClose } = props
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const close = useCloseDialog()
  const [correction, setCorrection] = useState<Correction>({ text: shown, before: shown, version: shownVersion })
  const { text, before, version } = correction
  const isChanged = text !== before
  const object = `${item.protocol_res_id}.${item.protocol_item_id}`
  const draft = useDraft('transcript', object, isChanged ? correction : null, (found) => {
    if (isCorrection(found)) setCorrection((now) => (now.text === now.before ? found : now))
  })
  const save = useCorrection(item, () => {
    draft.discard()
    onClose()
  })
  const isConflict = save.error instanceof ApiFailure && save.error.status === 409
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed && text.trim() === before.trim()) onClose()
        else save.mutate({ text: text.trim(), based_on: version })
      }}
    >
      <Unsaved when={isChanged} draft={draft.handle} />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            draft.discard()
            setCorrection({ text: shown, before: shown, version: shownVersion })
          }}
        />
      )}
      <Textarea
        label={t('analysis__transcript__text')}
        description={t('analysis__transcript__verbatim')}
        value={text}
        onChange={({ currentTarget: { value } }) => setCorrection((now) => ({ ...now, text: value }))}
        lang={language}
        spellCheck
        autosize
        minRows={4}
        maxRows={20}
        maxLength={100_000}
        data-autofocus
        autoFocus
      />
      {save.error !== null && (
        <Alert color="red" mt="sm">
          {isConflict ? t('analysis__transcript__conflict') : ofFailure(save.error)}
        </Alert>
      )}
      <DialogButtons cancel={{ text: t('analysis__transcript__cancel'), onClick: close, disabled: save.isPending }}>
        <Button type="submit" loading={save.isPending}>
          {t('analysis__transcript__save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

const isCorrection = (found: unknown): found is Correction =>
  isTextDraft(found) && 'version' in found && typeof found.version === 'number'
