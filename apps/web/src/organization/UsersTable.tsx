import type { User } from '@fonema/contract'
import { Badge, Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import table from '../ui/table.module.css'
import classes from './AdminPage.module.css'
import { findUsers } from './find-users.ts'
import { UserState } from './invitations/UserState.tsx'

const pageSize = 10
const debounceMs = 25

export function UsersTable({ users, onEdit }: { users: readonly User[]; onEdit: (user: User) => void }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const [page, setPage] = useState(1)
  const search = useDebouncedCallback((text: string) => {
    setWanted(text)
    setPage(1)
  }, debounceMs)
  const found = findUsers(wanted, users)
  const paging = pagingOf(page, found.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('organization__users__search')}
        placeholder={t('organization__users__search')}
        leftSection={<SearchIcon size={18} />}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <EmptyState text={t('organization__users__nothing_found')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('organization__users__name')}</th>
              <th scope="col">{t('organization__users__roles')}</th>
              <th scope="col" className={table.wide}>
                {t('rooms__state__title')}
              </th>
              <th scope="col" className={table.wide}>
                {t('organization__user__tags')}
              </th>
              <th scope="col" className={table.action}>
                <span>{t('organization__users__edit')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(first, first + pageSize).map((user) => (
              <UserRow key={user.id} user={user} onEdit={onEdit} />
            ))}
          </tbody>
        </table>
      )}
      <Pager paging={paging} label={t('organization__users__pages')} onPage={setPage} />
    </>
  )
}

function UserRow({ user, onEdit }: { user: User; onEdit: (user: User) => void }) {
  const { t } = useTranslation()
  const { is_owner, is_manager, is_examiner } = user.roles
  const name = `${user.last_name}, ${user.first_name}`
  // A long address wraps before its @ sign.
  const [mailbox, host] = user.email.split('@')
  const roles = [
    ...(is_owner ? [t('organization__role__owner')] : is_manager ? [t('organization__role__manager')] : []),
    ...(is_examiner ? [t('organization__role__examiner')] : []),
  ]
  return (
    <tr>
      <td className={classes.name}>
        {name}
        <span className={classes.address}>
          {mailbox}
          <wbr />@{host}
        </span>
        {user.state !== 'active' && (
          <span className={table.second}>
            <UserState user={user} />
          </span>
        )}
      </td>
      <td>{roles.join(', ') || '—'}</td>
      <td className={table.wide}>
        <UserState user={user} />
      </td>
      <td className={table.wide}>
        <span className={classes.tags}>
          {user.tags.map((tag) => (
            <Badge key={tag} variant="light" tt="none">
              {tag}
            </Badge>
          ))}
        </span>
      </td>
      <td className={table.action}>
        <Button
          variant="light"
          size="sm"
          aria-label={t('organization__users__edit_label', { name })}
          onClick={() => onEdit(user)}
        >
          {t('organization__users__edit')}
        </Button>
      </td>
    </tr>
  )
}
