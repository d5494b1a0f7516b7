import type { Letterhead } from '@fonema/contract'
import { letterheadLine, letterheadLines } from '@fonema/contract/report-limits'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { LogoField } from './LogoField.tsx'
import classes from './Templates.module.css'

/** Logo and address above every report. */
export function LetterheadForm() {
  const { data } = useQuery(queryFor('GET /report_letterhead/'))
  // The form starts again when another letterhead was stored.
  return data === undefined ? null : <Fields key={data.lines.join('\n')} letterhead={data} />
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
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /report_letterhead/') })
  const save = useMutation({
    mutationFn: () => call('PATCH /report_letterhead/', { body: { lines: linesOf(text) } }),
    onSuccess: () => {
      showSuccess(t('clinical_reports__letterhead__saved'))
      return reload()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (isDirty && !isTooLong && !save.isPending) save.mutate()
  }
  return (
    <form className={classes.letterhead} onSubmit={send} noValidate>
      <Unsaved when={isDirty} />
      <h3>{t('clinical_reports__letterhead__title')}</h3>
      <LogoField logo={logo} />
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
