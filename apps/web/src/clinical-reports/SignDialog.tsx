import type { ClinicalReport } from '@fonema/contract'
import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { canUsePasskeys, signWithPasskey, usableHere, wasLeft } from '../api/passkey.ts'
import { queryFor } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import classes from './Reports.module.css'

type SignDialogProps = {
  report: Pick<ClinicalReport, 'id' | 'participant' | 'certificate'>
  /** The revision that the examiner sees. */
  revision: number
  /** Signed, or refused because of what is stored now: the page shows it anew. */
  onDone: () => Promise<void>
  onClose: () => void
}

type Proof = 'password' | 'code' | 'passkey'

const uses = {
  password: 'clinical_reports__sign__use_password',
  code: 'clinical_reports__sign__use_code',
  passkey: 'clinical_reports__sign__use_passkey',
} as const
const wrongs = {
  password: 'clinical_reports__sign__wrong_password',
  code: 'clinical_reports__sign__wrong_code',
  passkey: 'clinical_reports__sign__wrong_passkey',
} as const

const ofCertificate = ['certificate_expired', 'certificate_unreadable']

/** The answer of a passkey to a new challenge. */
async function askPasskey() {
  const request = await call('POST /user/mfa/passkeys/challenge/')
  if (usableHere(request).length === 0) throw new DOMException('none on this host', 'NotSupportedError')
  return signWithPasskey(request)
}

/** Signs with the password, with a code of the second factor, or with a passkey. */
export function SignDialog({ report, revision, onDone, onClose }: SignDialogProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [by, setBy] = useState<Proof>('password')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isWithout, setWithout] = useState(false)
  const factor = useQuery(queryFor('GET /user/mfa/')).data
  const proofs: Proof[] = [
    'password',
    'code',
    ...(canUsePasskeys() && (factor?.passkeys.length ?? 0) > 0 ? (['passkey'] as const) : []),
  ]
  const sign = useMutation({
    mutationFn: async () => {
      const proof = by === 'passkey' ? { passkey: await askPasskey() } : { [by]: typed }
      return call('POST /clinical_reports/{participant_id}/{report_id}/sign/', {
        params: { participant_id: report.participant, report_id: report.id },
        body: { based_on: revision, ...proof, ...(isWithout && { even_without_certificate: true }) },
      })
    },
    onSuccess: async () => {
      showSuccess(t('clinical_reports__sign__done'))
      onClose()
      await onDone()
    },
    onError: async (failure) => {
      if (failure instanceof ApiFailure && ['draft_outdated', 'analysis_pending'].includes(failure.code)) await onDone()
    },
  })
  const failure = wasLeft(sign.error) ? null : sign.error
  const isOfBrowser = by === 'passkey' && failure !== null && !(failure instanceof ApiFailure)
  const isWrong = isOfBrowser || (failure instanceof ApiFailure && failure.fields[by] !== undefined)
  const wrong = isWrong && t(wrongs[by])
  const { certificate } = report
  const cannotSignFile =
    (certificate !== null && certificate.state !== 'valid') ||
    (failure instanceof ApiFailure && ofCertificate.includes(failure.code))
  const field = {
    value: typed,
    error: isMissing ? ofFieldCode('required') : wrong,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value)
      setMissing(false)
      sign.reset()
    },
  }

  function send(event: FormEvent) {
    event.preventDefault()
    const lacks = by !== 'passkey' && typed === ''
    setMissing(lacks)
    if (!lacks && !sign.isPending) sign.mutate()
  }
  return (
    <Dialog opened title={t('clinical_reports__sign__title')} onClose={onClose} closeOnClickOutside={false}>
      <form className={classes.editor} onSubmit={send} noValidate>
        <p className={classes.written}>{t('clinical_reports__sign__text')}</p>
        {certificate?.state === 'valid' && (
          <p className={classes.facts}>
            {t('clinical_reports__sign__with_certificate', { subject: certificate.subject })}
          </p>
        )}
        {failure !== null && (!isWrong || by === 'passkey') && (
          <Alert color="red" variant="light" role="alert">
            {isWrong ? wrong : ofFailure(failure)}
          </Alert>
        )}
        {certificate !== null && certificate.state !== 'valid' && (
          <Alert color="yellow" variant="light">
            {t('clinical_reports__sign__certificate_expired', { subject: certificate.subject })}
          </Alert>
        )}
        {(cannotSignFile || isWithout) && (
          <Checkbox
            label={t('clinical_reports__sign__without_certificate')}
            checked={isWithout}
            onChange={({ currentTarget }) => setWithout(currentTarget.checked)}
          />
        )}
        {by === 'passkey' && <p className={classes.facts}>{t('clinical_reports__sign__passkey_text')}</p>}
        {by === 'password' && (
          <PasswordInput
            label={t('clinical_reports__sign__password')}
            name="password"
            autoComplete="current-password"
            maxLength={256}
            visibilityToggleButtonProps={{
              'aria-label': t('clinical_reports__sign__show'),
              tabIndex: 0,
              'aria-hidden': false,
            }}
            {...field}
          />
        )}
        {by === 'code' && (
          <TextInput
            label={t('clinical_reports__sign__code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={64}
            {...field}
          />
        )}
        {proofs
          .filter((proof) => proof !== by)
          .map((proof) => (
            <Button
              key={proof}
              variant="subtle"
              size="compact-sm"
              justify="flex-start"
              onClick={() => {
                setBy(proof)
                setTyped('')
                sign.reset()
              }}
            >
              {t(uses[proof])}
            </Button>
          ))}
        <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: onClose }}>
          <Button type="submit" loading={sign.isPending}>
            {t('clinical_reports__sign__open')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
