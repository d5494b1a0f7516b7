import type { ExaminerRecord, User } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryFor } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './AdminPage.module.css'

type TransferFieldProps = { examiner: ExaminerRecord; users: readonly User[]; examiners: readonly ExaminerRecord[] }

/** Transfers all participants of a current or former examiner to another one. */
export function TransferField({ examiner, users, examiners }: TransferFieldProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const stats = queryFor('GET /organizations/stats/')
  const count = useQuery(stats).data?.find(({ examiner_id }) => examiner_id === examiner.id)?.number_of_participants
  const [receiver, setReceiver] = useState('')
  const [isAsking, setAsking] = useState(false)
  const choices = examiners.flatMap(({ id, is_active, user_id }) => {
    const user = users.find((user) => user.id === user_id)
    const isOffered = is_active && id !== examiner.id && user?.is_active === true
    return isOffered ? [{ value: id, label: `${user.last_name}, ${user.first_name}` }] : []
  })
  const transfer = useMutation({
    mutationFn: () =>
      call('POST /organizations/examiners/{examiner_id}/transfer/', {
        params: { examiner_id: examiner.id },
        body: { examiner_id: receiver },
      }),
    onSuccess: ({ transferred }) => {
      showSuccess(t('organization__transfer__done', { count: transferred }))
      setReceiver('')
      return client.invalidateQueries({ queryKey: stats.queryKey })
    },
    onError: (error) => showError(ofFailure(error)),
    onSettled: () => setAsking(false),
  })

  if (count === undefined || count === 0) return null
  const receiverName = choices.find(({ value }) => value === receiver)?.label ?? ''
  return (
    <fieldset className={classes.group}>
      <legend>{t('organization__transfer__title')}</legend>
      <Unsaved when={receiver !== ''} />
      <span>{t('organization__transfer__count', { count })}</span>
      <NativeSelect
        label={t('organization__transfer__receiver')}
        value={receiver}
        data={[{ value: '', label: '' }, ...choices]}
        onChange={(event) => {
          setReceiver(event.currentTarget.value)
          setAsking(false)
        }}
      />
      <div className={classes.confirm} aria-live="polite">
        {isAsking && <span>{t('organization__transfer__ask', { count, name: receiverName })}</span>}
        <Button
          variant={isAsking ? 'filled' : 'default'}
          disabled={receiver === ''}
          loading={transfer.isPending}
          onClick={() => (isAsking ? transfer.mutate() : setAsking(true))}
        >
          {t(isAsking ? 'organization__transfer__confirm' : 'organization__transfer__start')}
        </Button>
      </div>
    </fieldset>
  )
}
