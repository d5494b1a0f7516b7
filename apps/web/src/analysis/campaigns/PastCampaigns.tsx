import type { Campaign } from '@fonema/contract'
import { useState } from 'react'
import { formatDay } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Pager } from '../../ui/Pager.tsx'
import { pagingOf } from '../../ui/paging.ts'
import table from '../../ui/table.module.css'
import classes from './Campaigns.module.css'
import { countOf, outcomeText, scopeText } from './describe.ts'

const pageSize = 5

const whoOf = ({ requested_by: { first_name, last_name } }: Campaign) => `${first_name} ${last_name}`.trim()

/** The campaigns that are over, newest first. */
export function PastCampaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const paging = pagingOf(page, campaigns.length, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <>
      <h3 className={classes.past}>{t('campaigns__past__title')}</h3>
      {campaigns.length === 0 ? (
        <EmptyState text={t('campaigns__past__empty')} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('campaigns__past__started')}</th>
              <th scope="col" className={table.wide}>
                {t('campaigns__past__scope')}
              </th>
              <th scope="col">{t('campaigns__past__outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {campaigns.slice(first, first + pageSize).map((campaign) => (
              <tr key={campaign.id}>
                <td>
                  {formatDay(campaign.created_at, currentLanguage())}
                  <p className={classes.who}>{whoOf(campaign)}</p>
                  <span className={table.second}>{scopeText(campaign, t)}</span>
                </td>
                <td className={table.wide}>{scopeText(campaign, t)}</td>
                <td>
                  {outcomeText(campaign, t)}
                  {campaign.state === 'cancelled' &&
                    ` · ${t('campaigns__past__cancelled', { count: campaign.left, formatted: countOf(campaign.left) })}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager paging={paging} label={t('campaigns__past__pages')} onPage={setPage} />
    </>
  )
}
