import type { ServiceAccount, ServiceAccountKey } from '@fonema/contract'
import { validKeysOfAccount } from '@fonema/contract/scopes'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { ShownOnce } from '../ShownOnce.tsx'
import classes from '../Webhooks.module.css'
import { DaysField, usualDays } from './DaysField.tsx'
import { KeyFacts } from './KeyLines.tsx'

type KeysDialogProps = { account: ServiceAccount; onClose: () => void }

/** The keys of an account: make another, revoke one, or end the account. */
export function KeysDialog({ account, onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const [made, setMade] = useState<string | null>(null)
  const [question, setQuestion] = useState<ServiceAccountKey | 'end' | null>(null)
  const isFull = account.keys.length >= validKeysOfAccount
  return (
    <Dialog
      opened
      size="lg"
      title={t('webhooks__accounts__keys_label', { name: account.name })}
      onClose={onClose}
      closeOnClickOutside={made === null}
    >
      {made === null ? (
        <>
          <p className={classes.text}>{t('webhooks__accounts__rotate_about')}</p>
          {account.keys.map((key) => (
            <div key={key.id} className={classes.tools}>
              <KeyFacts of={key} />
              <Button
                variant="subtle"
                color="red"
                size="sm"
                aria-label={t('webhooks__directory__revoke_label', { name: `…${key.ending}` })}
                onClick={() => setQuestion(key)}
              >
                {t('webhooks__directory__revoke')}
              </Button>
            </div>
          ))}
          {isOwner && !isFull && <NewKey account={account} onMade={setMade} />}
          {isFull && <p className={classes.note}>{t('webhooks__accounts__full')}</p>}
          <DialogButtons cancel={{ text: t('webhooks__accounts__close'), onClick: onClose }}>
            <Button variant="subtle" color="red" onClick={() => setQuestion('end')}>
              {t('webhooks__accounts__end')}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <>
          <p className={classes.text}>{t('webhooks__accounts__key_about')}</p>
          <ShownOnce label={t('webhooks__accounts__key')} value={made} />
          <DialogButtons>
            <Button onClick={() => setMade(null)}>{t('webhooks__secret__done')}</Button>
          </DialogButtons>
        </>
      )}
      {question !== null && (
        <EndDialog account={account} ended={question} onClose={() => setQuestion(null)} onEnded={onClose} />
      )}
    </Dialog>
  )
}

function NewKey({ account: { id }, onMade }: { account: ServiceAccount; onMade: (key: string) => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { keyFor } = useIdempotencyKey()
  const [days, setDays] = useState(usualDays)
  const make = useMutation({
    mutationFn: () => {
      const body = { days: Number(days) }
      const params = { service_account_id: id }
      const idempotencyKey = keyFor({ id, ...body })
      return call('POST /organizations/service_accounts/{service_account_id}/keys/', { params, body, idempotencyKey })
    },
    onSuccess: async ({ key }) => {
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/service_accounts/') })
      onMade(key)
    },
    onError: (error) => showError(ofFailure(error)),
  })
  return (
    <div className={classes.tools}>
      <DaysField value={days} onChange={setDays} />
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t('webhooks__accounts__another')}
      </Button>
    </div>
  )
}

type EndDialogProps = KeysDialogProps & { ended: ServiceAccountKey | 'end'; onEnded: () => void }

/** Asks before a key is revoked or the account ends. */
function EndDialog({ account: { id, name }, ended, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isAll = ended === 'end'
  const title = isAll
    ? t('webhooks__accounts__end_label', { name })
    : t('webhooks__directory__revoke_label', { name: `…${ended.ending}` })
  const end = useMutation({
    mutationFn: async () => {
      if (isAll) {
        await call('DELETE /organizations/service_accounts/{service_account_id}/', {
          params: { service_account_id: id },
        })
        return
      }
      const params = { service_account_id: id, service_account_key_id: ended.id }
      await call('DELETE /organizations/service_accounts/{service_account_id}/keys/{service_account_key_id}/', {
        params,
      })
    },
    onSuccess: async () => {
      showSuccess(t(isAll ? 'webhooks__accounts__ended' : 'webhooks__directory__revoked'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/service_accounts/') })
      onClose()
      if (isAll) onEnded()
    },
    onError: (error) => showError(ofFailure(error)),
  })
  return (
    <Dialog opened title={title} onClose={onClose}>
      <p>{t(isAll ? 'webhooks__accounts__end_text' : 'webhooks__accounts__revoke_text')}</p>
      <DialogButtons cancel={{ text: t('webhooks__form__cancel'), onClick: onClose, isFocused: true }}>
        <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
          {t(isAll ? 'webhooks__accounts__end' : 'webhooks__directory__revoke')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
