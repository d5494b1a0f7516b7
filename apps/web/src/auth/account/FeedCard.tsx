import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import classes from './Account.module.css'

type Question = 'renew' | 'revoke'

/** The address with which other programs read one's visits. It is shown once; later it can only be renewed or removed. */
export function FeedCard() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const query = queryFor('GET /user/calendar_feed/')
  const feed = useQuery(query)
  const [question, setQuestion] = useState<Question | null>(null)
  const fail = (error: Error) => {
    setQuestion(null)
    showError(ofFailure(error))
  }
  const make = useMutation({
    mutationFn: () => call('POST /user/calendar_feed/', {}),
    onSuccess: ({ created_at }) => {
      showSuccess(t(question === null ? 'account__feed__made' : 'account__feed__renewed'))
      setQuestion(null)
      client.setQueryData(query.queryKey, { created_at })
    },
    onError: fail,
  })
  const revoke = useMutation({
    mutationFn: () => call('DELETE /user/calendar_feed/', {}),
    onSuccess: () => {
      showSuccess(t('account__feed__revoked'))
      setQuestion(null)
      make.reset()
      client.setQueryData(query.queryKey, { created_at: null })
    },
    onError: fail,
  })
  if (feed.data === undefined)
    return (
      <Card title={t('account__feed__title')}>
        {feed.isError ? <ErrorState error={feed.error} onRetry={() => void feed.refetch()} /> : <Loading />}
      </Card>
    )
  const since = feed.data.created_at
  return (
    <Card title={t('account__feed__title')}>
      <p className={classes.text}>{t('account__feed__help')}</p>
      {make.data !== undefined ? (
        <FreshAddress address={make.data.address} />
      ) : (
        <p>
          {since === null
            ? t('account__feed__none')
            : t('account__feed__since', { date: formatApiDate(since, currentLanguage()) })}
        </p>
      )}
      {since === null ? (
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          {t('account__feed__make')}
        </Button>
      ) : (
        <>
          <p className={classes.text}>{t('account__feed__secret')}</p>
          <ButtonRow>
            <Button variant="default" onClick={() => setQuestion('renew')}>
              {t('account__feed__renew')}
            </Button>
            <Button variant="default" onClick={() => setQuestion('revoke')}>
              {t('account__feed__revoke')}
            </Button>
          </ButtonRow>
        </>
      )}
      {question !== null && (
        <Dialog opened title={t(`account__feed__${question}_question`)} onClose={() => setQuestion(null)}>
          <p>{t(`account__feed__${question}_text`)}</p>
          <DialogButtons
            cancel={{ text: t('account__feed__cancel'), onClick: () => setQuestion(null), isFocused: true }}
          >
            <Button
              loading={make.isPending || revoke.isPending}
              onClick={() => (question === 'renew' ? make : revoke).mutate()}
            >
              {t(`account__feed__${question}`)}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </Card>
  )
}

function FreshAddress({ address }: { address: string }) {
  const { t } = useTranslation()
  // Only pages loaded over HTTPS or from this machine may write to the clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard
  async function copy() {
    await clipboard?.writeText(address)
    showSuccess(t('account__feed__copied'))
  }
  return (
    <div className={classes.address}>
      <TextInput
        label={t('account__feed__address')}
        description={t('account__feed__address_help')}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      {clipboard !== undefined && <Button onClick={() => void copy()}>{t('account__feed__copy')}</Button>}
    </div>
  )
}
