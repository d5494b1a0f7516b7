import type { OfflineParticipants } from '@fonema/contract'
import { Radio, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { type TextKey, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'

const choices: Record<OfflineParticipants, { label: TextKey; help: TextKey }> = {
  none: { label: 'offline__setting__none', help: 'offline__setting__none_help' },
  week: { label: 'offline__setting__week', help: 'offline__setting__week_help' },
  all: { label: 'offline__setting__all', help: 'offline__setting__all_help' },
}

/** Whose data the browsers of examiners keep for work without a network. */
export function OfflineCard() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const organization = queryFor('GET /organizations/')
  const { data, error, refetch } = useQuery(organization)
  /** Shown at once, until the server has answered. */
  const [wanted, setWanted] = useState<OfflineParticipants | null>(null)
  const set = useMutation({
    mutationFn: (offline_participants: OfflineParticipants) =>
      call('PATCH /organizations/', { body: { settings: { offline_participants } } }),
    onSuccess: (changed) => {
      showSuccess(t('offline__setting__saved'))
      client.setQueryData(organization.queryKey, changed)
      return client.invalidateQueries({ queryKey: queryFor('GET /user/user_info/').queryKey })
    },
    onError: (failure) => showError(ofFailure(failure)),
    onSettled: () => setWanted(null),
  })
  return (
    <Card title={t('offline__setting__title')}>
      {data !== undefined ? (
        <Radio.Group
          label={t('offline__setting__label')}
          description={t('offline__setting__help')}
          value={wanted ?? data.settings.offline_participants}
          onChange={(value) => {
            const choice = value as OfflineParticipants // one of the keys below
            setWanted(choice)
            set.mutate(choice)
          }}
        >
          <Stack my="md" gap="md">
            {Object.entries(choices).map(([choice, { label, help }]) => (
              <Radio key={choice} value={choice} label={t(label)} description={t(help)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}
