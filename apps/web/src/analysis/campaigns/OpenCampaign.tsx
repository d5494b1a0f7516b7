import type { Campaign } from '@fonema/contract'
import { Badge, Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { AskedButton } from '../../ui/AskedButton.tsx'
import { showError } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from './Campaigns.module.css'
import { countOf, outcomeText, scopeText } from './describe.ts'

const one = '/measuring/campaigns/{campaign_id}/' as const

/** How far the running or paused campaign is, and what a manager can do with it. */
export function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { id, state, takes, done, failed, left, expected_end } = campaign
  const params = { campaign_id: id }
  const list = queryFor('GET /measuring/campaigns/').queryKey
  const show = (changed: Campaign) =>
    client.setQueryData(list, (all) => all?.map((each) => (each.id === id ? changed : each)))
  const reread = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /measuring/campaigns/') })
  const isRunning = state === 'running'
  const change = useMutation({
    mutationFn: () => call(isRunning ? `POST ${one}pause/` : `POST ${one}resume/`, { params }),
    onSuccess: show,
    onError: (error) => {
      showError(ofFailure(error))
      // It may be over, or somebody else changed it.
      return reread()
    },
  })
  const cancel = () => call(`POST ${one}cancel/`, { params }).then(show).finally(reread)
  const scope = scopeText(campaign, t)
  return (
    <div className={classes.open}>
      <div className={classes.title}>
        {scope}
        <Badge variant="light" color={isRunning ? 'blue' : 'gray'}>
          {t(isRunning ? 'campaigns__state__running' : 'campaigns__state__paused')}
        </Badge>
      </div>
      <Progress
        value={takes === 0 ? 100 : (100 * (done + failed)) / takes}
        aria-label={t('campaigns__open__progress', { scope })}
      />
      <p role="status">
        {t('campaigns__open__left', { count: left, formatted: countOf(left), total: countOf(takes) })}{' '}
        {isRunning &&
          (expected_end === null
            ? t('campaigns__open__no_estimate')
            : t('campaigns__open__end', { time: formatApiDate(expected_end, currentLanguage()) }))}
      </p>
      <p className={classes.note}>{outcomeText(campaign, t)}</p>
      <p className={classes.note}>{t('campaigns__open__priority')}</p>
      <ButtonRow>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {t(isRunning ? 'campaigns__open__pause' : 'campaigns__open__resume')}
        </Button>
        <AskedButton
          variant="default"
          label={t('campaigns__open__cancel')}
          text={t('campaigns__open__cancel_text')}
          action={cancel}
        />
      </ButtonRow>
    </div>
  )
}
