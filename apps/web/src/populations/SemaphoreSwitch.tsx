import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import classes from './Populations.module.css'

/** Whether results show by colour how untypical they are, for the whole organisation. */
export function SemaphoreSwitch({ hasNorm }: { hasNorm: boolean | undefined }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const organization = queryFor('GET /organizations/')
  const { data } = useQuery(organization)
  /** The new setting, shown at once, until the server has answered. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const set = useMutation({
    mutationFn: (semaphore_column: boolean) =>
      call('PATCH /organizations/', { body: { settings: { semaphore_column } } }),
    onSuccess: (changed) => {
      client.setQueryData(organization.queryKey, changed)
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /user/toggle_table') })
    },
    onError: (error) => showError(ofFailure(error)),
    onSettled: () => setWanted(null),
  })
  if (data === undefined) return null
  return (
    <Switch
      className={classes.semaphore}
      label={t('populations__semaphore__label')}
      description={t(hasNorm === false ? 'populations__semaphore__needs_norm' : 'populations__semaphore__description')}
      // It can always be turned off.
      disabled={hasNorm === false && !data.settings.semaphore_column}
      checked={wanted ?? data.settings.semaphore_column}
      onChange={({ currentTarget: { checked } }) => {
        setWanted(checked)
        set.mutate(checked)
      }}
    />
  )
}
