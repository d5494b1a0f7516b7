import type { HeldParticipant } from '@fonema/contract'
import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import table from '../../ui/table.module.css'
import { EraseDialog } from './EraseDialog.tsx'
import classes from './Privacy.module.css'
import { useHeldCounts } from './useHeldCounts.ts'

/** The data that the clinic holds of one participant, found by code: export or erase them. */
export function HeldCard() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const query = code === '' ? {} : { code }
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/participants/', { query }))
  const [erasing, setErasing] = useState<HeldParticipant | null>(null)

  function search(event: FormEvent) {
    event.preventDefault()
    setCode(typed.trim())
  }

  return (
    <Card title={t('privacy__card__title')}>
      <p className={classes.about}>{t('privacy__card__about')}</p>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          label={t('privacy__card__code')}
          value={typed}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('privacy__card__search')}
        </Button>
      </form>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState text={t(code === '' ? 'privacy__card__none_due' : 'privacy__card__not_found', { code })} />
      ) : (
        <Found held={data} isDue={code === ''} onErase={setErasing} />
      )}
      {erasing !== null && <EraseDialog participant={erasing} onClose={() => setErasing(null)} />}
    </Card>
  )
}

type FoundProps = { held: readonly HeldParticipant[]; isDue: boolean; onErase: (held: HeldParticipant) => void }

function Found({ held, isDue, onErase }: FoundProps) {
  const { t } = useTranslation()
  return (
    <>
      {isDue && <p className={classes.due}>{t('privacy__card__due')}</p>}
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('privacy__list__code')}</th>
            <th scope="col" className={table.wide}>
              {t('privacy__list__held')}
            </th>
            <th scope="col" className={table.wide}>
              {t('privacy__list__consent')}
            </th>
            <th scope="col" className={table.action}>
              <VisuallyHidden component="span">{t('privacy__list__action')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {held.map((participant) => (
            <HeldRow key={participant.id} held={participant} onErase={onErase} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function HeldRow({ held, onErase }: { held: HeldParticipant; onErase: (held: HeldParticipant) => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const { id, code, consent_research, retain_until } = held
  const content = useHeldCounts(held)
  const takeOut = useMutation({
    mutationFn: () => call('POST /user/participants/{participant_id}/export/', { params: { participant_id: id } }),
    onSuccess: () => {
      showSuccess(t('privacy__export__ordered', { code }))
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /takeouts/organization/') })
    },
    onError: (error) => showError(ofFailure(error)),
  })
  const consent = [
    t(consent_research ? 'privacy__list__research' : 'privacy__list__no_research'),
    ...(retain_until === null
      ? []
      : [t('privacy__list__until', { date: formatApiDate(retain_until, currentLanguage()) })]),
  ].join(' · ')
  return (
    <tr>
      <td className={classes.code}>
        <strong>{code}</strong>
        <span className={table.second}>{content}</span>
        <span className={table.second}>{consent}</span>
      </td>
      <td className={table.wide}>{content}</td>
      <td className={table.wide}>{consent}</td>
      <td className={table.action}>
        <span className={classes.actions}>
          <Button
            variant="light"
            size="sm"
            loading={takeOut.isPending}
            aria-label={t('privacy__export__label', { code })}
            onClick={() => takeOut.mutate()}
          >
            {t('privacy__export__order')}
          </Button>
          {isOwner && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              aria-label={t('privacy__erase__label', { code })}
              onClick={() => onErase(held)}
            >
              {t('privacy__erase__open')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
