import type { Takeout } from '@fonema/contract'
import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fileSize } from '../ui/file-size.ts'
import { currentLanguage, type TFunction, useTranslation } from '../ui/i18n.ts'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import table from '../ui/table.module.css'
import { kindOf, lists, type Scope } from './lists.ts'
import classes from './Takeouts.module.css'

const pageSize = 5

export function TakeoutList({ scope, takeouts }: { scope: Scope; takeouts: readonly Takeout[] }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  if (takeouts.length === 0) return <EmptyState text={t('takeouts__list__empty')} />
  const paging = pagingOf(page, takeouts.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('takeouts__list__date')}</th>
            <th scope="col" className={table.wide}>
              {t('takeouts__list__content')}
            </th>
            <th scope="col">{t('takeouts__list__state')}</th>
            <th scope="col" className={table.action}>
              <VisuallyHidden component="span">{t('takeouts__list__action')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {takeouts.slice(first, first + pageSize).map((takeout) => (
            <TakeoutRow key={takeout.uuid} scope={scope} takeout={takeout} />
          ))}
        </tbody>
      </table>
      <Pager paging={paging} label={t('takeouts__list__pages')} onPage={setPage} />
    </>
  )
}

function TakeoutRow({ scope, takeout }: { scope: Scope; takeout: Takeout }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { uuid, status, progress } = takeout
  const params = { takeout_uuid: uuid }
  const onError = (error: unknown) => showError(ofFailure(error))
  const download = useMutation({
    mutationFn: () => call('POST /takeouts/download_link/{takeout_uuid}/', { params }),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  })
  const retry = useMutation({
    mutationFn: () => call('POST /takeouts/retry/{takeout_uuid}/', { params }),
    onSettled: () => client.invalidateQueries({ queryKey: lists[scope].query.queryKey }),
    onError,
  })
  const date = formatApiDate(takeout.created_at, currentLanguage())
  const content = contentOf(t, takeout)
  return (
    <tr>
      <td>
        {date}
        <span className={table.second}>{content}</span>
      </td>
      <td className={table.wide}>{content}</td>
      <td>
        {status === 'pending' && (
          <>
            {t('takeouts__state__pending', { percent: Math.floor(progress * 100) })}
            <Progress value={progress * 100} size="sm" aria-label={t('takeouts__state__progress', { date })} />
          </>
        )}
        {takeout.status === 'complete' &&
          t('takeouts__state__complete', { size: fileSize(takeout.size, currentLanguage()) })}
        {takeout.status === 'failed' && (
          <span className={classes.failed}>{t(`takeouts__error__${takeout.error}`)}</span>
        )}
      </td>
      <td className={table.action}>
        {status === 'complete' && (
          <Button
            variant="light"
            size="sm"
            loading={download.isPending}
            aria-label={t('takeouts__list__download_label', { date })}
            onClick={() => download.mutate()}
          >
            {t('takeouts__list__download')}
          </Button>
        )}
        {status === 'failed' && takeout.error !== 'erased' && (
          <Button
            variant="light"
            size="sm"
            loading={retry.isPending}
            aria-label={t('takeouts__list__retry_label', { date })}
            onClick={() => retry.mutate()}
          >
            {t('takeouts__list__retry')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function contentOf(t: TFunction, { participant, start_date, end_date, include_audio, ...takeout }: Takeout): string {
  if (participant !== null)
    return participant.code === null
      ? t('takeouts__content__erased')
      : t('takeouts__content__participant', { code: participant.code })
  const kind = kindOf(takeout)
  const dayOf = (day: string) => formatApiDate(day, currentLanguage())
  const range =
    start_date === null && end_date === null
      ? t('takeouts__content__all')
      : t('takeouts__content__range', {
          from: start_date === null ? '…' : dayOf(start_date),
          to: end_date === null ? '…' : dayOf(end_date),
        })
  return [
    range,
    !include_audio && t('takeouts__content__no_audio'),
    include_audio && takeout.audio_format === 'flac' && 'FLAC',
    kind !== 'with_names' && t(`takeouts__content__${kind}`),
  ]
    .filter(Boolean)
    .join(' · ')
}
