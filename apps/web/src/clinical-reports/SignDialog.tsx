import type { ClinicalReport, NamedProvider } from '@fonema/contract'
import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { canUsePasskeys, signWithPasskey, usableHere, wasLeft } from '../api/passkey.ts'
import { confirmAtProvider } from '../api/provider.ts'
import { queryFor } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import classes from './Reports.module.css'

type SignDialogProps = {
  report: Pick<ClinicalReport, 'id' | 'participant' | 'certificate'>
  /** The revision that the examiner sees. */
  revision: number
  /** Signed, or refused because of what is stored now: the page shows it anew. */
  onDone: () => Promise<void>
  onClose: () => void
  /** Of a new sign-in at the provider, from which the browser came back. */
  confirmation?: string | null
}

type Proof = 'password' | 'code' | 'passkey' | 'provider'

const uses = {
  password: 'clinical_reports__sign__use_password',
  code: 'clinical_reports__sign__use_code',
  passkey: 'clinical_reports__sign__use_passkey',
  provider: 'clinical_reports__sign__use_provider',
} as const
const wrongs = {
  password: 'clinical_reports__sign__wrong_password',
  code: 'clinical_reports__sign__wrong_code',
  passkey: 'clinical_reports__sign__wrong_passkey',
  provider: 'clinical_reports__sign__wrong_provider',
} as const

const ofCertificate = ['certificate_expired', 'certificate_unreadable']

/** The answer of a passkey to a new challenge. */
async function askPasskey() {
  const request = await call('POST /user/mfa/passkeys/challenge/')
  if (usableHere(request).length === 0) throw new DOMException('none on this host', 'NotSupportedError')
  return signWithPasskey(request)
}

/** Signs with the password, a code of the second factor, a passkey, or a new sign-in at the provider. */
export function SignDialog(props: SignDialogProps) {
  const own = useQuery(queryFor('GET /user/provider/'))
  if (own.data === undefined && !own.isError) return <Loading />
  return <OpenDialog {...props} provider={own.data?.provider ?? null} hasPassword={own.data?.has_password !== false} />
}

type OpenDialogProps = SignDialogProps & { provider: NamedProvider | null; hasPassword: boolean }

function OpenDialog({
  report,
  revision,
  onDone,
  onClose,
  confirmation = null,
  provider,
  hasPassword,
}: OpenDialogProps) {
  const { t } = useTranslation()
  const { ofFailure, ofFieldCode } = useFailureTexts()
  const [by, setBy] = useState<Proof>(provider !== null ? 'provider' : hasPassword ? 'password' : 'code')
  const [confirmed, setConfirmed] = useState(confirmation)
  const [isLeaving, setLeaving] = useState(false)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isWithout, setWithout] = useState(false)
  const factor = useQuery(queryFor('GET /user/mfa/')).data
  const proofs: Proof[] = [
    ...(provider !== null ? (['provider'] as const) : []),
    ...(hasPassword ? (['password'] as const) : []),
    // Without a factor there are no codes; this dialog always offered them where a password is offered.
    ...(hasPassword || factor?.turned_on_at != null ? (['code'] as const) : []),
    ...(canUsePasskeys() && (factor?.passkeys.length ?? 0) > 0 ? (['passkey'] as const) : []),
  ]
  const sign = useMutation({
    mutationFn: async () => {
      if (by === 'provider' && confirmed === null) {
        setLeaving(true)
        return confirmAtProvider({ purpose: 'signature', report_id: report.id }, 'sign')
      }
      const value = by === 'provider' ? confirmed : typed
      const proof = by === 'passkey' ? { passkey: await askPasskey() } : { [by]: value }
      return call('POST /clinical_reports/{participant_id}/{report_id}/sign/', {
        params: { participant_id: report.participant, report_id: report.id },
        body: { based_on: revision, ...proof, ...(isWithout && { even_without_certificate: true }) },
      })
    },
    onSuccess: async () => {
      // The browser leaves for the provider.
      if (by === 'provider' && confirmed === null) return
      showSuccess(t('clinical_reports__sign__done'))
      onClose()
      await onDone()
    },
    onError: async (failure) => {
      setLeaving(false)
      if (by === 'provider') setConfirmed(null)
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
    const lacks = by !== 'passkey' && by !== 'provider' && typed === ''
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
        {failure !== null && (!isWrong || by === 'passkey' || by === 'provider') && (
          <Alert color="red" role="alert">
            {isWrong ? wrong : ofFailure(failure)}
          </Alert>
        )}
        {certificate !== null && certificate.state !== 'valid' && (
          <Alert color="yellow">
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
        {by === 'provider' && provider !== null && (
          <p className={classes.facts}>
            {t(`clinical_reports__sign__provider_${confirmed === null ? 'text' : 'done'}`, { name: provider.name })}
          </p>
        )}
        {by === 'password' && (
          <PasswordField
            label={t('clinical_reports__sign__password')}
            name="password"
            autoComplete="current-password"
            maxLength={256}
            showText={t('clinical_reports__sign__show')}
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
              {t(uses[proof], { name: provider?.name ?? '' })}
            </Button>
          ))}
        <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: onClose }}>
          <Button type="submit" loading={sign.isPending || isLeaving} data-autofocus={by === 'provider' || undefined}>
            {by === 'provider' && confirmed === null
              ? t('clinical_reports__sign__use_provider', { name: provider?.name ?? '' })
              : t('clinical_reports__sign__open')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
