import { missingIn, type PasswordCode } from '@fonema/contract/password-rules'
import { VisuallyHidden } from '@mantine/core'
import { type TextKey, useTranslation } from '../ui/i18n.ts'
import { CheckIcon, CircleIcon, WarningIcon } from '../ui/icons.tsx'
import classes from './PasswordPage.module.css'

const rules: Record<PasswordCode, TextKey> = {
  too_short: 'login__rule__too_short',
  missing_uppercase: 'login__rule__missing_uppercase',
  missing_lowercase: 'login__rule__missing_lowercase',
  missing_number: 'login__rule__missing_number',
  missing_special: 'login__rule__missing_special',
  too_common: 'login__rule__too_common',
  too_similar_to_email: 'login__rule__too_similar_to_email',
}

/** The password rules, checked while typing. Rules that only the server can check say so until it refuses them. */
export function PasswordRules({ password, refused }: { password: string; refused: readonly string[] }) {
  const { t } = useTranslation()
  const missing: readonly string[] = missingIn(password)
  return (
    <ul className={classes.rules}>
      {Object.entries(rules).map(([code, text]) => {
        const isJudgedHere = code !== 'too_common' && code !== 'too_similar_to_email'
        const isBroken = refused.includes(code)
        const isLater = !isBroken && !isJudgedHere
        const isMet = !isBroken && isJudgedHere && !missing.includes(code)
        const state = isBroken ? 'broken' : isLater ? 'later' : isMet ? 'met' : undefined
        return (
          <li key={code} className={classes.rule} data-state={state}>
            {isBroken ? <WarningIcon size={16} /> : isMet ? <CheckIcon size={16} /> : <CircleIcon size={16} />}
            <span>
              {t(text)}
              {isLater && ` ${t('login__rule__on_saving')}`}
              {isMet && <VisuallyHidden component="span"> {t('login__rule__met')}</VisuallyHidden>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
