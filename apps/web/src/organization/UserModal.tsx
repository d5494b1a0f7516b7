import type { ExaminerRecord, Organization, User } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { UserForm } from './UserForm.tsx'

export type EditedUser = User | 'new'

export type UserModalProps = {
  edited: EditedUser
  organization: Organization
  users: readonly User[]
  examiners: readonly ExaminerRecord[]
  onClose: () => void
}

/** Loads the user's grants first, so that the form starts with them. */
export function UserModal(props: UserModalProps) {
  const { t } = useTranslation()
  const { edited, onClose } = props
  const isNew = edited === 'new'
  const grants = useQuery({
    ...queryFor('GET /organizations/impersonification/{user_id}/', { params: { user_id: isNew ? '' : edited.id } }),
    enabled: !isNew,
    gcTime: 0,
  })
  const title = isNew ? t('organization__user__create') : t('organization__user__edit')
  return (
    <Dialog opened size="lg" title={title} onClose={onClose} closeOnClickOutside={false}>
      {isNew || grants.data !== undefined ? (
        <UserForm {...props} grants={grants.data ?? []} />
      ) : grants.isError ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
