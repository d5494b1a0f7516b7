import type { Takeout } from '@fonema/contract'
import { Alert, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useUser } from '../api/current-user.ts'
import { ApiFailure } from '../api/http.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError } from '../ui/alerts.ts'
import { dayIn } from '../ui/dates.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { type Kind, kindOf, lists, type Scope } from './lists.ts'
import { endOf, lastMonths, monthName, startOf } from './months.ts'
import classes from './Takeouts.module.css'

/** Orders a takeout of some months or of everything; one of each kind a day. */
export function TakeoutForm({ scope, doneToday }: { scope: Scope; doneToday: ReadonlySet<Kind> }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { organization } = useUser()
  const { keyFor, renew } = useIdempotencyKey()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [withAudio, setWithAudio] = useState(true)
  const [isDeidentified, setDeidentified] = useState(false)
  const [form, setForm] = useState<Takeout['form']>('tables')
  const [format, setFormat] = useState<Takeout['audio_format']>('wav')
  const [author, setAuthor] = useState('')
  const isDoneToday = doneToday.has(kindOf({ form, deidentified: isDeidentified }))
  const today = dayIn(organization.time_zone, new Date())
  const isBackwards = from !== '' && to !== '' && from > to

  const order = useMutation({
    mutationFn: () => {
      const body = {
        start_date: from === '' ? null : startOf(from),
        end_date: to === '' ? null : endOf(to, today),
        include_audio: withAudio,
        deidentified: isDeidentified || form === 'research',
        form,
        ...(form === 'research' && { audio_format: format, dataset_author: author }),
      }
      return lists[scope].order(body, keyFor(body))
    },
    onSuccess: (takeout) => {
      renew()
      client.setQueryData(lists[scope].query.queryKey, (all) => [takeout, ...(all ?? [])])
    },
    onError: (error) => {
      if (isEmpty(error)) return
      showError(ofFailure(error))
      // Another user may have ordered today's takeout.
      return client.invalidateQueries({ queryKey: lists[scope].query.queryKey })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDoneToday && !isBackwards && !order.isPending) order.mutate()
  }

  const months = lastMonths(today).map((month) => ({ value: month, label: monthName(month, currentLanguage()) }))
  return (
    <form className={classes.form} onSubmit={submit}>
      <Unsaved
        when={!isDoneToday && (from !== '' || to !== '' || !withAudio || isDeidentified || form === 'research')}
      />
      <div className={classes.months}>
        <NativeSelect
          label={t('takeouts__form__from')}
          value={from}
          data={[{ value: '', label: t('takeouts__form__beginning') }, ...months]}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('takeouts__form__to')}
          value={to}
          data={[{ value: '', label: t('takeouts__form__today') }, ...months]}
          error={isBackwards && t('takeouts__form__backwards')}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Checkbox
        label={t('takeouts__form__audio')}
        checked={withAudio}
        onChange={(event) => setWithAudio(event.currentTarget.checked)}
      />
      {scope === 'organization' && (
        <Checkbox
          label={t('takeouts__form__research')}
          description={t('takeouts__form__research_about')}
          checked={form === 'research'}
          onChange={(event) => setForm(event.currentTarget.checked ? 'research' : 'tables')}
        />
      )}
      {form === 'research' && (
        <div className={classes.research}>
          {withAudio && (
            <NativeSelect
              label={t('takeouts__form__format')}
              description={t('takeouts__form__format_about')}
              value={format}
              data={[
                { value: 'wav', label: 'WAV' },
                { value: 'flac', label: 'FLAC' },
              ]}
              onChange={(event) => setFormat(event.currentTarget.value as Takeout['audio_format'])}
            />
          )}
          <TextInput
            label={t('takeouts__form__author')}
            description={t('takeouts__form__author_about')}
            maxLength={200}
            value={author}
            onChange={(event) => setAuthor(event.currentTarget.value)}
          />
          <Alert color="gray" title={t('takeouts__form__groups')}>
            {t('takeouts__form__groups_about')}
          </Alert>
        </div>
      )}
      <Checkbox
        label={t('takeouts__form__deidentified')}
        description={t('takeouts__form__deidentified_about')}
        checked={isDeidentified || form === 'research'}
        disabled={form === 'research'}
        onChange={(event) => setDeidentified(event.currentTarget.checked)}
      />
      {form === 'research' && isEmpty(order.error) && (
        <Alert color="red" role="alert">
          {t('takeouts__form__nobody_agreed')}
        </Alert>
      )}
      {isDoneToday && <Alert color="gray">{t('takeouts__form__done_today')}</Alert>}
      <div>
        <Button type="submit" disabled={isDoneToday || isBackwards} loading={order.isPending}>
          {t('takeouts__form__order')}
        </Button>
      </div>
    </form>
  )
}

/** Nobody would be in the research archive. */
const isEmpty = (error: unknown) => error instanceof ApiFailure && error.fields.form?.includes('empty_data') === true
