import type { Organization } from '@fonema/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { timeZones } from '../../ui/time-zones.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Settings.module.css'

/** The organisation's name and time zone. */
export function SettingsCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/'))
  return (
    <Card title={t('rooms__settings__title')}>
      {data !== undefined ? (
        // The form starts again with what was stored.
        <SettingsForm key={`${data.name} ${data.time_zone}`} organization={data} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function SettingsForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const [name, setName] = useState(organization.name)
  const [time_zone, setTimeZone] = useState(organization.time_zone)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const isDirty = name !== organization.name || time_zone !== organization.time_zone
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /organizations/', {
        body: {
          ...(name !== organization.name && { name }),
          ...(time_zone !== organization.time_zone && { time_zone }),
        },
      }),
    onSuccess: async (changed) => {
      showSuccess(t('rooms__settings__saved'))
      client.setQueryData(queryFor('GET /organizations/').queryKey, changed)
      // Every page shows the name.
      await client.invalidateQueries({ queryKey: queryFor('GET /user/user_info/').queryKey })
    },
    onError: (error) => setErrors(fieldErrorsOf(error, ['name', 'time_zone'], texts)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDirty || save.isPending) return
    setErrors({})
    save.mutate()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Unsaved when={isDirty} />
      <TextInput
        name="name"
        label={t('rooms__settings__name')}
        description={t('rooms__settings__name_help')}
        required
        maxLength={200}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        name="time_zone"
        label={t('rooms__settings__time_zone')}
        description={t('rooms__settings__time_zone_help')}
        required
        data={timeZones(organization.time_zone)}
        value={time_zone}
        error={errors.time_zone}
        onChange={(event) => setTimeZone(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('rooms__settings__save')}
        </Button>
      </div>
    </form>
  )
}
