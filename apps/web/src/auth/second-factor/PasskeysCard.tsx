import type { OwnProof, SecondFactor } from '@fonema/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { canUsePasskeys, makePasskey } from '../../api/passkey.ts'
import type { Returned } from '../../api/provider.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { IdentityDialog } from './IdentityDialog.tsx'
import classes from './SecondFactor.module.css'

type Passkey = SecondFactor['passkeys'][number]
type PasskeysCardProps = {
  state: SecondFactor
  returned: Returned | null
  onAdded: (recoveryCodes: string[]) => void
  onRemoved: () => void
}

export function PasskeysCard({ state: { has_app, passkeys }, returned, onAdded, onRemoved }: PasskeysCardProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Passkey | 'new' | null>(
    returned?.dialog === 'new_passkey' ? 'new' : (passkeys.find(({ id }) => id === returned?.dialog) ?? null),
  )
  const [name, setName] = useState('')
  const onClose = () => setAsked(null)
  const isLast = !has_app && passkeys.length === 1

  async function add(proof: OwnProof) {
    const begun = await call('POST /user/mfa/passkeys/begin/', { body: proof })
    const passkey = await makePasskey(begun, name.trim() || t('second_factor__passkeys__unnamed'))
    const { recovery_codes } = await call('POST /user/mfa/passkeys/', { body: passkey })
    showSuccess(t('second_factor__passkeys__added'))
    onAdded(recovery_codes)
  }

  return (
    <Card title={t('second_factor__passkeys__title')}>
      <p className={classes.text}>{t('second_factor__passkeys__what')}</p>
      {passkeys.length > 0 && (
        <ul className={classes.passkeys}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                {passkey.name}
                <small>
                  {t('second_factor__passkeys__since', { date: formatApiDate(passkey.created_at, currentLanguage()) })}
                </small>
              </span>
              <Button
                variant="default"
                size="sm"
                aria-label={t('second_factor__passkeys__remove_label', { name: passkey.name })}
                onClick={() => setAsked(passkey)}
              >
                {t('second_factor__passkeys__remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <ButtonRow>
          <Button
            variant="default"
            onClick={() => {
              setName('')
              setAsked('new')
            }}
          >
            {t('second_factor__passkeys__add')}
          </Button>
        </ButtonRow>
      ) : (
        <p className={classes.note}>{t('second_factor__passkeys__impossible')}</p>
      )}
      {asked === 'new' && (
        <IdentityDialog
          id="new_passkey"
          returned={returned}
          title={t('second_factor__passkeys__add')}
          text={t('second_factor__passkeys__ask')}
          submit={t('second_factor__password__continue')}
          onClose={onClose}
          action={add}
        >
          <TextInput
            label={t('second_factor__passkeys__name')}
            placeholder={t('second_factor__passkeys__unnamed')}
            name="passkey_name"
            autoComplete="off"
            maxLength={50}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </IdentityDialog>
      )}
      {asked !== null && asked !== 'new' && (
        <IdentityDialog
          id={asked.id}
          returned={returned}
          title={t('second_factor__passkeys__remove_title', { name: asked.name })}
          {...(isLast && { text: t('second_factor__password__last') })}
          submit={t('second_factor__passkeys__remove')}
          onClose={onClose}
          action={async (proof) => {
            const params = { passkey_id: asked.id }
            await call('DELETE /user/mfa/passkeys/{passkey_id}/', { params, body: proof })
            showSuccess(t('second_factor__passkeys__removed'))
            onRemoved()
          }}
        />
      )}
    </Card>
  )
}
