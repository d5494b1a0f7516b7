import type { Launched, ParticipantId } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { refreshParticipants } from '../../api/participants.ts'
import { showError } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { RegistrationForm } from '../RegistrationForm.tsx'
import classes from './LaunchedPage.module.css'

/** The patient of a launch: opens the participant, or offers to register or connect one. Nothing is made unasked. */
export function LaunchedPage() {
  const { t } = useTranslation()
  const state = useSearchParams()[0].get('state') ?? 'none'
  useTitle(t('participants__launch__title'))
  const launched = useQuery({
    queryKey: ['launch', state],
    queryFn: () => call('POST /user/provider/launch/patient/', { body: { state } }),
    // The participant may be connected meanwhile.
    gcTime: 0,
    retry: false,
  })
  const found = launched.data
  if (found?.participant_id) return <Navigate to={links.participant(found.participant_id)} replace />
  return (
    <div className={classes.page}>
      <h1>{t('participants__launch__title')}</h1>
      {found !== undefined ? (
        <Unknown launched={found} state={state} />
      ) : launched.error !== null ? (
        <ErrorState error={launched.error} onRetry={() => void launched.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Unknown({ launched: { ehr, is_elsewhere, same_code, values }, state }: { launched: Launched; state: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const mayRegister = useAccess({ feature: 'createParticipant' })
  const open = (id: ParticipantId) => void navigate(links.participant(id), { replace: true })
  const connect = useMutation({
    mutationFn: (participant_id: ParticipantId) =>
      call('POST /user/provider/launch/connect/', { body: { state, participant_id } }),
    onSuccess: (_nothing, participant_id) => open(participant_id),
    onError: (error) => showError(ofFailure(error)),
  })
  if (is_elsewhere || !mayRegister)
    return (
      <Alert color="yellow" role="status">
        {t(is_elsewhere ? 'participants__launch__elsewhere' : 'home__form__unavailable')}
      </Alert>
    )
  if (same_code !== null)
    return (
      <Card title={t('participants__launch__same_code', { code: values.code ?? '' })}>
        <p className={classes.text}>{t('participants__launch__same_code_help', { ehr })}</p>
        <Button loading={connect.isPending} onClick={() => connect.mutate(same_code)}>
          {t('participants__launch__connect')}
        </Button>
      </Card>
    )
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
  return (
    <Card title={t('home__form__title')}>
      <p className={classes.text}>{t('participants__launch__about', { ehr })}</p>
      <RegistrationForm
        given={given}
        register={(participant, idempotencyKey) =>
          call('POST /user/provider/launch/register/', { body: { state, participant }, idempotencyKey })
        }
        onRegistered={async ({ id }) => {
          await refreshParticipants(client)
          open(id)
        }}
      />
    </Card>
  )
}
