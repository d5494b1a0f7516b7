import type { ParticipantFile } from '@fonema/contract'
import { Button, Progress } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId } from '../api/random-id.ts'
import { UploadIcon } from '../ui/icons.tsx'
import classes from './Files.module.css'
import { uploadFile } from './upload.ts'
import { uploadErrorText } from './upload-error.ts'

type Sending = { id: string; name: string; ratio: number; error: unknown }

type UploadAreaProps = { participantId: string; onAdded: (file: ParticipantFile) => void }

/** Takes files that are dropped or chosen, several at once; each has its own progress and its own error. */
export function UploadArea({ participantId, onAdded }: UploadAreaProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [isOver, setOver] = useState(false)
  const change = (id: string, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  /** One after the other: a clinic's line is narrow, and each is sooner there. */
  async function add(files: readonly File[]) {
    const entries = files.map((file) => ({ file, id: randomId() }))
    setSending((all) => [
      ...all.filter(({ error }) => error === null),
      ...entries.map(({ file, id }) => ({ id, name: file.name, ratio: 0, error: null })),
    ])
    for (const { file, id } of entries) {
      try {
        const added = await uploadFile({ participantId, file, onProgress: (ratio) => change(id, { ratio }) })
        onAdded(added)
        setSending((all) => all.filter((one) => one.id !== id))
      } catch (error) {
        change(id, { error })
      }
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
  }

  return (
    <>
      <fieldset
        aria-label={t('files__upload__choose')}
        className={classes.area}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className={classes.text}>{t('files__upload__drop')}</p>
        <Button variant="light" leftSection={<UploadIcon />} onClick={() => input.current?.click()}>
          {t('files__upload__choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </fieldset>
      <ul className={classes.sending} aria-live="polite">
        {sending.map(({ id, name, ratio, error }) => (
          <li key={id}>
            <span className={classes.filename}>{name}</span>
            {error === null ? (
              <Progress value={ratio * 100} aria-label={t('files__upload__progress', { name })} />
            ) : (
              <span className={classes.error}>{t(uploadErrorText(error))}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
