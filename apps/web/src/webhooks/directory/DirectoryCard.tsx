import type { ScimToken } from '@fonema/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import table from '../../ui/table.module.css'
import classes from '../Webhooks.module.css'
import { RulesForm } from './RulesForm.tsx'
import { TokenDialog } from './TokenDialog.tsx'

/** Accounts from the organisation's directory: its tokens, and what its groups mean here. */
export function DirectoryCard() {
  const { t } = useTranslation()
  const settings = useQuery(queryFor('GET /organizations/scim/'))
  const tokens = useQuery(queryFor('GET /organizations/scim/tokens/'))
  const rules = useQuery(queryFor('GET /organizations/scim/rules/'))
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<ScimToken | null>(null)
  const failed = [settings, tokens, rules].find(({ isError, data }) => isError && data === undefined)
  return (
    <Card
      title={t('webhooks__directory__title')}
      aside={isOwner && <Button onClick={() => setAdding(true)}>{t('webhooks__directory__add')}</Button>}
    >
      <p className={classes.text}>{t('webhooks__directory__about')}</p>
      {!isOwner && <p className={classes.text}>{t('webhooks__directory__owner')}</p>}
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : settings.data === undefined || tokens.data === undefined || rules.data === undefined ? (
        <Loading />
      ) : (
        <>
          <TextInput
            label={t('webhooks__directory__address')}
            readOnly
            value={settings.data.address}
            onFocus={(event) => event.currentTarget.select()}
          />
          {tokens.data.length === 0 ? (
            <EmptyState text={t(isOwner ? 'webhooks__directory__empty' : 'webhooks__directory__empty_manager')} />
          ) : (
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{t('webhooks__directory__token')}</th>
                  <th scope="col" className={table.action}>
                    {t('webhooks__card__actions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {tokens.data.map((each) => (
                  <tr key={each.id}>
                    <td className={classes.url}>
                      {each.name}
                      <div className={classes.note}>
                        {each.last_used_at === null
                          ? t('webhooks__directory__never_used')
                          : t('webhooks__directory__used', {
                              time: formatApiDate(each.last_used_at, currentLanguage()),
                            })}
                      </div>
                    </td>
                    <td className={table.action}>
                      <Button
                        variant="light"
                        color="red"
                        size="sm"
                        aria-label={t('webhooks__directory__revoke_label', { name: each.name })}
                        onClick={() => setRevoked(each)}
                      >
                        {t('webhooks__directory__revoke')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <RulesForm rules={rules.data} groups={settings.data.groups} />
        </>
      )}
      {isAdding && <TokenDialog onClose={() => setAdding(false)} />}
      {revoked !== null && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  )
}

function RevokeDialog({ token, onClose }: { token: ScimToken; onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () =>
      call('DELETE /organizations/scim/tokens/{scim_token_id}/', { params: { scim_token_id: token.id } }),
    onSuccess: async () => {
      showSuccess(t('webhooks__directory__revoked'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/scim/tokens/') })
      onClose()
    },
    onError: (error) => showError(ofFailure(error)),
  })
  return (
    <Dialog opened title={t('webhooks__directory__revoke_label', { name: token.name })} onClose={onClose}>
      <p>{t('webhooks__directory__revoke_text')}</p>
      <DialogButtons cancel={{ text: t('webhooks__form__cancel'), onClick: onClose, isFocused: true }}>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('webhooks__directory__revoke')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
