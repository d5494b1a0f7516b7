import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { leavePage } from '../ui/unsaved-forms.ts'
import classes from './Impersonation.module.css'
import { modeName } from './mode-name.ts'
import { workAsOneself } from './work-as.ts'

/** Shown above every page during an impersonation. */
export function ImpersonationBar() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { impersonification } = useUser()
  const offers = useQuery(queryFor('GET /user/impersonification')).data
  const end = useMutation({ mutationFn: workAsOneself, onError: (error) => showError(ofFailure(error)) })
  if (impersonification === null) return null
  const examiner = offers?.find(({ examiner_id }) => examiner_id === impersonification.examiner_id)
  const name = examiner === undefined ? '…' : `${examiner.first_name} ${examiner.last_name}`.trim()
  return (
    <aside className={classes.bar} aria-label={t('impersonation__bar__label')}>
      <span>{t('impersonation__bar__text', { name, mode: modeName(t, impersonification.mode) })}</span>
      <Button
        size="sm"
        variant="white"
        color="dark"
        loading={end.isPending}
        onClick={() => leavePage(() => end.mutate())}
      >
        {t('impersonation__bar__end')}
      </Button>
    </aside>
  )
}
