import type { Participant } from '@fonema/contract'
import { Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { DateField } from '../ui/DateField.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fieldErrorsOf } from '../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import classes from './EditPage.module.css'

type Values = { consent_research: boolean; consent_others_heard: boolean; retain_until: string }

/** The participant's consents. Editable even when archived, because a consent may be withdrawn at any time. */
export function ConsentCard({ participant }: { participant: Participant }) {
  const { t } = useTranslation()
  const params = { participant_id: participant.id }
  const { data, error, refetch } = useQuery(queryFor('GET /user/participants/{participant_id}/consent/', { params }))
  return (
    <Card title={t('participants__consent__title')}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ConsentPart params={params} stored={{ ...data, retain_until: data.retain_until ?? '' }} />
      )}
    </Card>
  )
}

type ConsentProps = { params: { participant_id: string }; stored: Values }

function ConsentPart({ params, stored }: ConsentProps) {
  const { t } = useTranslation()
  if (useAccess({ feature: 'editParticipant' })) return <ConsentForm params={params} stored={stored} />
  const { consent_research, consent_others_heard, retain_until } = stored
  const until = retain_until === '' ? null : formatApiDate(retain_until, currentLanguage(), 'long')
  return (
    <FactList
      facts={[
        [
          t('participants__consent__research'),
          t(consent_research ? 'participants__consent__yes' : 'participants__consent__no'),
        ],
        [
          t('participants__consent__others'),
          t(consent_others_heard ? 'participants__consent__yes' : 'participants__consent__no'),
        ],
        [t('participants__consent__retain_until'), until],
      ]}
    />
  )
}

function ConsentForm({ params, stored }: ConsentProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const form = useForm({ initialValues: stored })
  const save = useMutation({
    mutationFn: (values: Values) =>
      call('PATCH /user/participants/{participant_id}/consent/', { params, body: values }),
    onSuccess: (saved) => {
      client.setQueryData(queryFor('GET /user/participants/{participant_id}/consent/', { params }).queryKey, saved)
      showSuccess(t('participants__consent__saved'))
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, Object.keys(stored), texts)),
  })
  const { consent_research, consent_others_heard, retain_until } = form.values
  const isChanged =
    consent_research !== stored.consent_research ||
    consent_others_heard !== stored.consent_others_heard ||
    retain_until !== stored.retain_until

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate(form.values)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Unsaved when={isChanged} />
      <div className={classes.fields}>
        <Checkbox
          {...form.getInputProps('consent_research', { type: 'checkbox' })}
          label={t('participants__consent__research')}
          description={t('participants__consent__research_help')}
        />
        <Checkbox
          {...form.getInputProps('consent_others_heard', { type: 'checkbox' })}
          label={t('participants__consent__others')}
          description={t('participants__consent__others_help')}
        />
        <DateField
          {...form.getInputProps('retain_until')}
          value={retain_until}
          name="retain_until"
          label={t('participants__consent__retain_until')}
        />
      </div>
      <Button type="submit" mt="lg" variant="default" loading={save.isPending} disabled={!isChanged}>
        {t('participants__consent__save')}
      </Button>
    </form>
  )
}
