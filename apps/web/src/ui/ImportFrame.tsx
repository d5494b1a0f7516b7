import type { ImportFindings } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { ApiFailure } from '../api/http.ts'
import { randomId } from '../api/random-id.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { useFailureTexts } from './failure-texts.ts'
import classes from './ImportFrame.module.css'
import { useTranslation } from './i18n.ts'
import { UploadIcon } from './icons.tsx'
import { Loading } from './Loading.tsx'

type ImportFrameProps<Preview extends object> = {
  title: string
  /** File types that the picker offers; tables by default. */
  accept?: string
  /** The description of the expected file. */
  children: ReactNode
  /** Checks the file and returns the effects of an import; stores nothing. */
  preview: (form: FormData) => Promise<Preview>
  /** Stores what the preview showed. The same key never stores twice. */
  store: (form: FormData, idempotencyKey: string) => Promise<unknown>
  /** The part of a preview that is specific to what is imported. */
  summary: (preview: Preview) => ReactNode
  /** Adds further values to the form beside the file. */
  fill?: (form: FormData) => void
  /** The wording of a failure that is specific to what is imported. */
  failureText?: (error: Error) => string | undefined
  onStored: () => void
  onClose: () => void
}

/** A file import in two steps: a preview that lists every bad line and column, then the import. */
export function ImportFrame<Preview extends object>(props: ImportFrameProps<Preview>) {
  const { title, accept = '.csv,text/csv,text/plain', children, preview, store, summary, onStored, onClose } = props
  const { fill, failureText } = props
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ file: File; key: string } | null>(null)
  const formOf = ({ file }: { file: File }) => {
    const form = new FormData()
    fill?.(form)
    form.set('file', file)
    return form
  }
  const look = useMutation({ mutationFn: (chosen: { file: File }) => preview(formOf(chosen)) })
  const keep = useMutation({
    mutationFn: (chosen: { file: File; key: string }) => store(formOf(chosen), chosen.key),
    onSuccess: onStored,
  })

  function choose(chosen: File | undefined) {
    if (chosen === undefined) return
    const next = { file: chosen, key: randomId() }
    setFile(next)
    keep.reset()
    look.mutate(next)
  }

  const error = keep.error ?? look.error
  const findings = look.data !== undefined && isFindings(look.data) ? look.data : null
  const hasProblems = (findings?.problem_count ?? 0) > 0
  return (
    <Dialog opened size="lg" title={title} closeOnClickOutside={false} onClose={onClose}>
      {children}
      <Button
        variant={file === null ? 'filled' : 'default'}
        leftSection={<UploadIcon />}
        onClick={() => input.current?.click()}
      >
        {t(file === null ? 'imports__file__choose' : 'imports__file__another')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div className={classes.found} aria-live="polite">
        {look.isPending && <Loading />}
        {error !== null && (
          <Alert color="red">
            {isEmpty(error) ? t('imports__problem__empty') : (failureText?.(error) ?? ofFailure(error))}
          </Alert>
        )}
        {file !== null && look.data !== undefined && (
          <>
            <p className={classes.file}>
              <strong>{file.file.name}</strong>{' '}
              {findings !== null &&
                findings.encoding !== null &&
                t('imports__file__read', { count: findings.rows, encoding: findings.encoding })}
            </p>
            {findings !== null && hasProblems ? <Problems findings={findings} /> : summary(look.data)}
          </>
        )}
      </div>
      {file !== null && look.data !== undefined && !hasProblems && (
        <DialogButtons>
          <Button loading={keep.isPending} onClick={() => keep.mutate(file)}>
            {t('imports__file__store')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  )
}

/** Describes the table to import: its contents, its column names and the rules for its cells. */
export function TableDescription({ about, columns, rules }: Record<'about' | 'columns' | 'rules', string>) {
  return (
    <>
      <p>{about}</p>
      <p className={classes.columns}>
        <code>{columns}</code>
      </p>
      <p className={classes.note}>{rules}</p>
    </>
  )
}

/** The chosen file has no content. */
const isEmpty = (error: unknown) => error instanceof ApiFailure && error.fields.file?.includes('empty_data') === true

/** Tables get findings per cell; other files are refused as a whole. */
const isFindings = (preview: object): preview is ImportFindings => 'problem_count' in preview

/** Every bad cell with its line and column, so that it is easy to find in the spreadsheet. */
function Problems({ findings: { problems, problem_count } }: { findings: ImportFindings }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert color="red" className={classes.alert}>
        {t('imports__problems__count', { count: problem_count })}
      </Alert>
      <table className={classes.problems}>
        <thead>
          <tr>
            <th scope="col">{t('imports__problems__line')}</th>
            <th scope="col">{t('imports__problems__column')}</th>
            <th scope="col">{t('imports__problems__what')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, column, code, other_line }) => (
            <tr key={`${line} ${column} ${code}`}>
              <td>{line}</td>
              <td>{column ?? '–'}</td>
              <td>{t(`imports__problem__${code}`, { line: other_line ?? '' })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problem_count > problems.length && (
        <p className={classes.file}>{t('imports__problems__more', { count: problem_count - problems.length })}</p>
      )}
    </>
  )
}
