import type { ExaminerId, ExaminerRecord, ImpersonationGrant, User } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { type TFunction, useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './AdminPage.module.css'

type GrantsFieldProps = {
  grants: readonly ImpersonationGrant[]
  /** The user who receives the grants, and therefore cannot be chosen as examiner. */
  userId: string | undefined
  users: readonly User[]
  examiners: readonly ExaminerRecord[]
  /** The grants cannot be removed. */
  isFixed: boolean
  mayAdd: boolean
  onChange: (grants: ImpersonationGrant[]) => void
}

/** A user's grants: pairs of examiner and mode, each once. */
export function GrantsField({ grants, userId, users, examiners, isFixed, mayAdd, onChange }: GrantsFieldProps) {
  const { t } = useTranslation()
  const modes = useQuery({
    ...queryFor('GET /organizations/impersonification/modes/'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [examinerId, setExaminerId] = useState('')
  const [mode, setMode] = useState('')
  const nameOf = (id: string) => {
    const userId = examiners.find((examiner) => examiner.id === id)?.user_id
    const user = users.find((user) => user.id === userId)
    return user === undefined ? id : `${user.last_name}, ${user.first_name}`
  }

  function add() {
    if (grants.some((grant) => grant.examiner_id === examinerId && grant.mode === mode))
      return showError(t('organization__grants__already_added'))
    onChange([...grants, { examiner_id: examinerId as ExaminerId, mode }]) // the select's own values
    setExaminerId('')
    setMode('')
  }

  const choices = examiners.filter(({ is_active, user_id }) => is_active && user_id !== userId)
  return (
    <fieldset className={classes.group}>
      <legend>{t('organization__grants__title')}</legend>
      <p className={classes.note}>{t('organization__grants__help')}</p>
      <Unsaved when={examinerId !== '' || mode !== ''} />
      {grants.length > 0 && (
        <ul className={classes.grants}>
          {grants.map((grant) => {
            const text = `${nameOf(grant.examiner_id)} · ${modeName(t, grant.mode)}`
            return (
              <li key={`${grant.examiner_id} ${grant.mode}`}>
                <span>{text}</span>
                <Button
                  variant="subtle"
                  color="red"
                  disabled={isFixed}
                  size="sm"
                  aria-label={t('organization__grants__remove_label', { grant: text })}
                  onClick={() => onChange(grants.filter((other) => other !== grant))}
                >
                  {t('organization__grants__remove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {!mayAdd && <p className={classes.note}>{t('organization__grants__owner_only')}</p>}
      <fieldset className={classes.two} disabled={!mayAdd}>
        <NativeSelect
          label={t('organization__grants__examiner')}
          value={examinerId}
          onChange={(event) => setExaminerId(event.currentTarget.value)}
          data={[{ value: '', label: '' }, ...choices.map(({ id }) => ({ value: id, label: nameOf(id) }))]}
        />
        <NativeSelect
          label={t('organization__grants__mode')}
          value={mode}
          onChange={(event) => setMode(event.currentTarget.value)}
          data={[
            { value: '', label: '' },
            ...(modes.data ?? []).map((value) => ({ value, label: modeName(t, value) })),
          ]}
        />
      </fieldset>
      <div>
        <Button variant="default" disabled={!mayAdd || examinerId === '' || mode === ''} onClick={add}>
          {t('organization__grants__add')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The name of a mode. A mode that this page does not have a name for, of a newer server, is shown as its code. */
function modeName(t: TFunction, mode: string): string {
  const names: Record<string, string> = {
    full: t('organization__mode__full'),
    recording: t('organization__mode__recording'),
    review: t('organization__mode__review'),
  }
  return names[mode] ?? mode
}
