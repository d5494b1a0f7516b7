import type { ProtocolId } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showError } from '../../ui/alerts.ts'
import { DateField } from '../../ui/DateField.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Campaigns.module.css'
import { countOf } from './describe.ts'

/** Chooses the recordings, says how many they are, and starts to measure them again. */
export function CampaignForm() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  const [protocol, setProtocol] = useState<ProtocolId | ''>('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isBackwards = from !== '' && to !== '' && from > to
  const scope = {
    ...(protocol !== '' && { protocol_id: protocol }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
  const protocols = useQuery(queryFor('GET /protocols/organization/'))
  const size = useQuery({ ...queryFor('GET /measuring/campaigns/size/', { query: scope }), enabled: !isBackwards })
  const takes = isBackwards ? undefined : size.data?.takes

  const start = useMutation({
    mutationFn: () => call('POST /measuring/campaigns/', { body: scope, idempotencyKey: keyFor(scope) }),
    onSuccess: (campaign) => {
      renew()
      client.setQueryData(queryFor('GET /measuring/campaigns/').queryKey, (all) => [campaign, ...(all ?? [])])
    },
    onError: (error) => {
      showError(ofFailure(error))
      // Another manager may have started one.
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /measuring/campaigns/') })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (takes !== undefined && takes > 0 && !start.isPending) start.mutate()
  }

  const named = (protocols.data ?? [])
    .filter(({ is_practice }) => !is_practice)
    .map(({ id, name, locale }) => ({
      value: id,
      label: `${name} (${localeName(locale.code, currentLanguage())})`,
    }))
  return (
    <form className={classes.form} onSubmit={submit}>
      <Unsaved when={protocol !== '' || from !== '' || to !== ''} />
      <div className={classes.fields}>
        <NativeSelect
          label={t('campaigns__form__protocol')}
          value={protocol}
          data={[{ value: '', label: t('campaigns__scope__all') }, ...named]}
          onChange={(event) => setProtocol(named.find(({ value }) => value === event.currentTarget.value)?.value ?? '')}
        />
        <DateField
          label={t('campaigns__form__from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <DateField
          label={t('campaigns__form__to')}
          value={to}
          error={isBackwards && t('campaigns__form__backwards')}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {size.error !== null && !isBackwards ? (
        <ErrorState error={size.error} onRetry={() => void size.refetch()} />
      ) : (
        <p className={classes.size} role="status">
          {takes === undefined
            ? isBackwards
              ? ''
              : t('campaigns__form__counting')
            : takes === 0
              ? t('campaigns__form__nothing')
              : t('campaigns__form__size', { count: takes, formatted: countOf(takes) })}
        </p>
      )}
      <div>
        <Button type="submit" variant="default" disabled={takes === undefined || takes === 0} loading={start.isPending}>
          {t('campaigns__form__start')}
        </Button>
      </div>
    </form>
  )
}
