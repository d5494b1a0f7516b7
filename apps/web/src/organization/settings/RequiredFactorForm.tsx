import type { SignInRules } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { DateField } from '../../ui/DateField.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Settings.module.css'

const roles = ['examiner', 'manager'] as const

/** From which day each role needs a second factor. */
export function RequiredFactorForm({ rules }: { rules: SignInRules }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { users, with_factor, required_from } = rules.second_factor
  const [days, setDays] = useState({ examiner: required_from.examiner ?? '', manager: required_from.manager ?? '' })
  const isDirty = roles.some((role) => days[role] !== (required_from[role] ?? ''))
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /organizations/sign_in_rules/', {
        body: { second_factor_required_from: { examiner: days.examiner || null, manager: days.manager || null } },
      }),
    onSuccess: async (changed) => {
      showSuccess(t('look__factor__saved'))
      client.setQueryData(queryFor('GET /organizations/sign_in_rules/').queryKey, changed)
      // The rule may concern the owner too.
      await client.invalidateQueries({ queryKey: queryFor('GET /user/user_info/').queryKey })
    },
    onError: (failure) => showError(ofFailure(failure)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isDirty && !save.isPending) save.mutate()
  }
  return (
    <form className={classes.factor} noValidate onSubmit={submit}>
      <Unsaved when={isDirty} />
      <h3>{t('look__factor__title')}</h3>
      <p>{t('look__factor__help', { without: users - with_factor, users })}</p>
      {roles.map((role) => (
        <DateField
          key={role}
          name={role}
          label={t(`look__factor__${role}`)}
          value={days[role]}
          onChange={(event) => setDays({ ...days, [role]: event.currentTarget.value })}
        />
      ))}
      <div>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('look__factor__save')}
        </Button>
      </div>
    </form>
  )
}
