import { UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { signOut } from '../api/session.ts'
import { showError } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { leavePage } from '../ui/unsaved-forms.ts'
import classes from './Impersonation.module.css'
import { modeName } from './mode-name.ts'
import { workAs } from './work-as.ts'

/** Selects the examiner and mode of an impersonation. Without `onClose` the user must choose or sign out. */
export function ImpersonationModal({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const offers = useQuery(queryFor('GET /user/impersonification'))
  const start = useMutation({
    mutationFn: ({ examiner_id, mode }: { examiner_id: string; mode: string }) => workAs(examiner_id, mode),
    onError: (error) => showError(ofFailure(error)),
  })
  const mayChoose = offers.data === undefined || offers.data.length > 0
  return (
    <Dialog
      opened
      title={t(mayChoose ? 'impersonation__modal__title' : 'impersonation__modal__no_role')}
      {...(onClose && { onClose })}
    >
      {offers.data === undefined ? (
        offers.isError ? (
          <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />
        ) : (
          <Loading />
        )
      ) : offers.data.length === 0 ? (
        <EmptyState text={t('impersonation__modal__empty')} />
      ) : (
        <>
          <p className={classes.text}>{t('impersonation__modal__text')}</p>
          <ul className={classes.offers}>
            {offers.data.map((offer) => (
              <li key={`${offer.examiner_id} ${offer.mode}`}>
                <UnstyledButton
                  className={classes.offer}
                  disabled={start.isPending}
                  onClick={() => leavePage(() => start.mutate(offer))}
                >
                  <strong>{`${offer.first_name} ${offer.last_name}`.trim()}</strong>
                  <span>{modeName(t, offer.mode)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {onClose === undefined && (
        <DialogButtons cancel={{ text: t('base__user_menu__sign_out'), onClick: () => void signOut() }} />
      )}
    </Dialog>
  )
}
