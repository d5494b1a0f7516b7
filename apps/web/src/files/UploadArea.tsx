import type { ParticipantFile } from '@fonema/contract'
import { Button, CloseButton, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { queryFor } from '../api/query.ts'
import { randomId } from '../api/random-id.ts'
import { fileSize } from '../ui/file-size.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { UploadIcon } from '../ui/icons.tsx'
import classes from './Files.module.css'
import { uploadFile } from './upload.ts'
import { uploadErrorText } from './upload-error.ts'

type Sending = { id: string; name: string; ratio: number; error: unknown }

type UploadAreaProps = { participantId: string; onAdded: (file: ParticipantFile) => void }

/** Rounded down, so that a file of the stated size is never refused. */
const wholeMegabytes = (bytes: number) => (bytes < 1e6 ? bytes : bytes - (bytes % 1e6))

/** Accepts several dropped or chosen files; each has its own progress and error. */
export function UploadArea({ participantId, onAdded }: UploadAreaProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const rules = useQuery({ ...queryFor('GET /files/rules/'), staleTime: Number.POSITIVE_INFINITY }).data
  const [isOver, setOver] = useState(false)
  const change = (id: string, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  /** One at a time: on a slow connection, each file finishes sooner. */
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
        dismiss(id)
      } catch (error) {
        change(id, { error })
      }
    }
  }

  const dismiss = (id: string) => setSending((all) => all.filter((one) => one.id !== id))

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
        {rules !== undefined && (
          <p className={classes.rules}>
            {t('files__upload__allowed', {
              types: rules.extensions.join(', ').toUpperCase(),
              size: fileSize(wholeMegabytes(rules.max_bytes), currentLanguage()),
            })}
          </p>
        )}
        <Button variant="light" leftSection={<UploadIcon />} onClick={() => input.current?.click()}>
          {t('files__upload__choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={rules?.extensions.map((extension) => `.${extension}`).join(',')}
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
              <span className={classes.refused}>
                <span className={classes.error}>{t(uploadErrorText(error))}</span>
                <CloseButton aria-label={t('files__upload__dismiss', { name })} onClick={() => dismiss(id)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
