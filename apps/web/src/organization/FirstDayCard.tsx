import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { useAccess, useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { Card } from '../ui/Card.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { CheckIcon, CircleIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import classes from './FirstDay.module.css'
import { mailTestAddress } from './settings/mail-test-address.ts'

/** The first steps of a new clinic. It disappears when they are done, or when a manager puts it away. */
export function FirstDayCard({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isExaminer = useAccess({ role: 'examiner' })
  const { is_demonstration } = useUser().organization
  const query = queryFor('GET /organizations/first_day/')
  // Other pages do the steps, so the state is asked again on each return.
  const { data } = useQuery({ ...query, enabled: !is_demonstration, staleTime: 0 })
  const isShown = data !== undefined && !data.is_dismissed
  const models = useQuery({ ...queryFor('GET /ai/models/'), enabled: isShown, staleTime: 0 }).data
  const dismiss = useMutation({
    mutationFn: () => call('PATCH /organizations/first_day/', { body: { is_dismissed: true } }),
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
    onError: (error) => showError(ofFailure(error)),
  })
  if (!isShown || models === undefined) return null

  // Without a list of models, another server transcribes or people do: there is nothing to choose.
  const hasRecogniser = models.length === 0 || models.some(({ state, is_chosen }) => state === 'ready' && is_chosen)
  const to = (address: string, text: string) => (
    <Anchor component={Link} to={address}>
      {text}
    </Anchor>
  )
  const atWork = (text: string) => (isExaminer ? to(links.dashboard, text) : text)
  const steps: { name: string; isDone: boolean; content: ReactNode }[] = [
    // Before the invitations, which are mails.
    { name: 'mail', isDone: data.has_tested_mail, content: to(mailTestAddress, t('rooms__first_day__mail')) },
    {
      name: 'invite',
      isDone: data.has_invited,
      content: (
        <Anchor component="button" type="button" onClick={onInvite}>
          {t('rooms__first_day__invite')}
        </Anchor>
      ),
    },
    {
      name: 'recogniser',
      isDone: hasRecogniser,
      content: to(links.rooms.recognition, t('rooms__first_day__recogniser')),
    },
    { name: 'participant', isDone: data.has_participant, content: atWork(t('rooms__first_day__participant')) },
    { name: 'session', isDone: data.has_session, content: atWork(t('rooms__first_day__session')) },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <div className={classes.card}>
      <Card
        title={t('rooms__first_day__title')}
        aside={
          <Button variant="subtle" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {t('rooms__first_day__dismiss')}
          </Button>
        }
      >
        <ol className={classes.steps}>
          {steps.map(({ name, isDone, content }) => (
            <li key={name} data-done={isDone || undefined}>
              {isDone ? <CheckIcon size={20} /> : <CircleIcon size={20} />}
              <span>{content}</span>
              <span className={classes.state}>{t(isDone ? 'rooms__first_day__done' : 'rooms__first_day__open')}</span>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}
