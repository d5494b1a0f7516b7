import type { ProviderRefusal } from '@fonema/contract'
import { ApiFailure } from '../api/http.ts'
import type { TFunction } from '../ui/i18n.ts'

// Not from the contract: its index would load every schema.
const providerRefusals = [
  'not_begun_here',
  'cancelled',
  'invalid_answer',
  'email_missing',
  'email_unverified',
  'email_foreign',
  'no_role',
  'deactivated',
  'other_person',
  'not_recent',
  'launch_unknown',
  'no_patient',
  'patient_unreadable',
] as const satisfies readonly ProviderRefusal[]

const wrongTexts = {
  totp: 'login__error__code',
  recovery_code: 'login__error__recovery_code',
  passkey: 'login__error__passkey',
} as const

/** The message for a refused sign-in (specification, section 8). */
export function signInFailureText(t: TFunction, error: unknown, method?: keyof typeof wrongTexts): string {
  if (!(error instanceof ApiFailure)) return t(method === 'passkey' ? wrongTexts.passkey : 'login__error__failed')
  switch (error.code) {
    case 'unreachable':
      return t('base__failure__unreachable')
    case 'invalid_inputs':
      return t('login__error__invalid_inputs')
    case 'invalid_credentials_remaining_attempts': {
      const attempts = Number(error.members.remaining_attempts)
      if (!Number.isFinite(attempts)) return t('login__error__failed')
      return attempts > 0 ? t('login__error__remaining_attempts', { count: attempts }) : t('login__error__locked')
    }
    case 'invalid_second_factor': {
      const attempts = Number(error.members.remaining_attempts)
      const left = attempts > 0 ? t('login__error__attempts', { count: attempts }) : t('login__error__locked')
      return `${t(wrongTexts[method ?? 'totp'])} ${left}`
    }
    case 'provider_unreachable':
      return t('login__provider__unreachable')
    case 'provider_refused': {
      const reason = providerRefusals.find((one) => one === error.members.reason)
      return t(`login__refused__${reason ?? 'invalid_answer'}`)
    }
    case 'account_locked':
      return [t('login__error__locked'), waitText(t, error.members)].filter(Boolean).join(' ')
    default:
      return t('login__error__failed')
  }
}

/** Whether a failed sign-in marks the fields (specification, section 8). A locked account says nothing about them. */
export function marksFields(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return error instanceof Error
  if (error.code.startsWith('provider_')) return false
  return error.code !== 'account_locked' && error.members.remaining_attempts !== 0
}

/** "Wait 4 minutes and 10 seconds", with either part left out when it is zero. */
function waitText(t: TFunction, { minutes_remaining, seconds_remaining }: ApiFailure['members']): string | null {
  const minutes = Number(minutes_remaining) || 0
  const seconds = Number(seconds_remaining) || 0
  const inMinutes = t('login__error__minutes', { count: minutes })
  const inSeconds = t('login__error__seconds', { count: seconds })
  if (minutes > 0 && seconds > 0) {
    return t('login__error__wait', {
      time: t('login__error__minutes_and_seconds', { minutes: inMinutes, seconds: inSeconds }),
    })
  }
  if (minutes > 0) return t('login__error__wait', { time: inMinutes })
  return seconds > 0 ? t('login__error__wait', { time: inSeconds }) : null
}
