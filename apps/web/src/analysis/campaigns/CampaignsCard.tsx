import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import classes from './Campaigns.module.css'
import { OpenCampaign } from './OpenCampaign.tsx'
import { PastCampaigns } from './PastCampaigns.tsx'

const lookEveryMs = 5000

/** Measuring stored recordings again: the campaign that is open, or the form that starts one, and the earlier ones. */
export function CampaignsCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /measuring/campaigns/'),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? lookEveryMs : false),
  })
  const open = data?.find(({ ended_at }) => ended_at === null)
  return (
    <Card title={t('campaigns__card__title')}>
      <p className={classes.about}>{t('campaigns__card__about')}</p>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {open === undefined ? <CampaignForm /> : <OpenCampaign campaign={open} />}
          <PastCampaigns campaigns={data.filter(({ ended_at }) => ended_at !== null)} />
        </>
      )}
    </Card>
  )
}
