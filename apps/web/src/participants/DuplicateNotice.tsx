import { fullName } from '@fonema/contract/participant-search'
import { Alert } from '@mantine/core'
import { memo, useDeferredValue, useMemo } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { likelyDuplicate } from './duplicates.ts'
import classes from './RegistrationForm.module.css'
import type { RegistrationValues } from './registration.ts'
import { useKnown } from './useKnown.ts'

type DuplicateNoticeProps = Pick<RegistrationValues, 'code' | 'first_name' | 'last_name' | 'birthday'>

/** Says that the typed person may be registered already. It is found after the fields show the letter. */
export const DuplicateNotice = memo(function DuplicateNotice(props: DuplicateNoticeProps) {
  const { code, first_name, last_name, birthday } = props
  const { t } = useTranslation()
  const typed = useDeferredValue(
    useMemo(() => ({ code, first_name, last_name, birthday }), [code, first_name, last_name, birthday]),
  )
  const duplicate = likelyDuplicate(typed, useKnown(typed))
  if (duplicate === undefined) return null
  return (
    <Alert color="yellow" role="status">
      <span className={classes.duplicate}>
        {t('home__form__duplicate', { who: [duplicate.code, fullName(duplicate)].filter(Boolean).join(', ') })}
      </span>
    </Alert>
  )
})
