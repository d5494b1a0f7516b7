import { Alert, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../api/http.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import classes from './TranscriptCard.module.css'
import { type ItemPath, useCorrection } from './useTranscript.ts'

type TranscriptEditorProps = {
  item: ItemPath
  text: string
  /** What is corrected; 0: nothing is there yet. */
  version: number
  language: string
  onClose: () => void
}

/** The words as text, below the recording that they are of. */
export function TranscriptEditor({ item, text: before, version, language, onClose }: TranscriptEditorProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const [text, setText] = useState(before)
  const save = useCorrection(item, onClose)
  const isConflict = save.error instanceof ApiFailure && save.error.status === 409
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === before.trim()) onClose()
        else save.mutate({ text: text.trim(), based_on: version })
      }}
    >
      <Textarea
        label={t('analysis__transcript__text')}
        description={t('analysis__transcript__verbatim')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
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
        <Alert color="red" variant="light" mt="sm">
          {isConflict ? t('analysis__transcript__conflict') : ofFailure(save.error)}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t('analysis__transcript__save')}
        </Button>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {t('analysis__transcript__cancel')}
        </Button>
      </div>
    </form>
  )
}
