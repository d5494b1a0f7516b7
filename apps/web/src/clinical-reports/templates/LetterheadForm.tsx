import type { Letterhead } from '@fonema/contract'
import { letterheadLine, letterheadLines, logoBytes, logoPixels } from '@fonema/contract/report-limits'
import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { LogoImage } from './LogoImage.tsx'
import classes from './Templates.module.css'

/** Logo and address above every report. */
export function LetterheadForm() {
  const { data } = useQuery(queryFor('GET /report_letterhead/'))
  // The form starts again when another letterhead was stored.
  return data === undefined ? null : <Fields key={data.lines.join('\n')} letterhead={data} />
}

/** Why a file was refused, in words about logos. */
function refusalOf(failure: unknown) {
  if (!(failure instanceof ApiFailure)) return null
  if (failure.code === 'file_too_large') return 'clinical_reports__logo__too_large'
  if (failure.code === 'file_type_not_allowed') return 'clinical_reports__logo__wrong_type'
  const [code] = failure.fields.file ?? []
  if (code === 'out_of_range') return 'clinical_reports__logo__too_many_pixels'
  return code === undefined ? null : 'clinical_reports__logo__damaged'
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function Fields({ letterhead: { lines, logo } }: { letterhead: Letterhead }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const [text, setText] = useState(lines.join('\n'))
  const isDirty = linesOf(text).join('\n') !== lines.join('\n')
  const isTooLong = linesOf(text).length > letterheadLines || linesOf(text).some((line) => line.length > letterheadLine)
  const limits = { lines: letterheadLines, characters: letterheadLine }
  const file = { size: logoBytes / 1024, pixels: logoPixels }
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /report_letterhead/') })
  const save = useMutation({
    mutationFn: () => call('PATCH /report_letterhead/', { body: { lines: linesOf(text) } }),
    onSuccess: () => {
      showSuccess(t('clinical_reports__letterhead__saved'))
      return reload()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return call('POST /report_letterhead/logo/', { body })
    },
    onSuccess: reload,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /report_letterhead/logo/'),
    onSuccess: reload,
    onError: (failure) => showError(ofFailure(failure)),
  })
  const refusal = upload.error === null ? null : refusalOf(upload.error)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isDirty && !isTooLong && !save.isPending) save.mutate()
  }
  return (
    <form className={classes.letterhead} onSubmit={send} noValidate>
      <Unsaved when={isDirty} />
      <h3>{t('clinical_reports__letterhead__title')}</h3>
      <div className={classes.logo}>
        {logo !== null && <LogoImage key={logo.sha256} sha256={logo.sha256} />}
        <FileButton accept="image/png,image/jpeg" onChange={(chosen) => chosen !== null && upload.mutate(chosen)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<UploadIcon />} loading={upload.isPending}>
              {t(logo === null ? 'clinical_reports__logo__add' : 'clinical_reports__logo__replace')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('clinical_reports__logo__remove')}
          </Button>
        )}
        <span className={classes.hint}>{t('clinical_reports__logo__hint', file)}</span>
        {upload.error !== null && (
          <p role="alert" className={classes.error}>
            {refusal === null ? ofFailure(upload.error) : t(refusal, file)}
          </p>
        )}
      </div>
      <Textarea
        label={t('clinical_reports__letterhead__lines')}
        description={t('clinical_reports__letterhead__lines_hint', limits)}
        value={text}
        rows={4}
        error={isTooLong && t('clinical_reports__letterhead__too_long', limits)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('clinical_reports__letterhead__save')}
        </Button>
      </div>
    </form>
  )
}
