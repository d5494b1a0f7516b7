import type { ClinicalReportSummary } from '@fonema/contract'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import table from '../ui/table.module.css'
import { useTitle } from '../ui/useTitle.ts'
import { NewReport } from './NewReport.tsx'
import classes from './Reports.module.css'
import { StateBadge } from './StateBadge.tsx'
import { useDownload } from './useDownload.ts'

/** The reports of a participant, every version; and the form for a new one. */
export function ReportsPage() {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  const [search] = useSearchParams()
  const mayWrite = useAccess({ feature: 'recordProtocol' })
  const params = { participant_id }
  const participant = useQuery(queryFor('GET /user/participants/{participant_id}/', { params }))
  const { data, error, refetch } = useQuery(queryFor('GET /clinical_reports/{participant_id}/', { params }))
  const title =
    participant.data === undefined
      ? t('clinical_reports__list__title')
      : t('clinical_reports__list__of', { code: participant.data.code })
  useTitle(title)
  return (
    <>
      <BackLink to={links.participant(participant_id)}>{t('clinical_reports__list__back')}</BackLink>
      <h1>{title}</h1>
      <div className={classes.page}>
        {mayWrite && participant.data?.active === false && (
          <Card title={t('clinical_reports__new__title')}>
            <EmptyState text={t('base__failure__participant_archived')} />
          </Card>
        )}
        {mayWrite && participant.data?.active && (
          <NewReport participantId={participant_id} sessionId={search.get('session')} />
        )}
        <Card title={t('clinical_reports__list__title')}>
          {data === undefined ? (
            error === null ? (
              <Loading />
            ) : (
              <ErrorState error={error} onRetry={() => void refetch()} />
            )
          ) : data.length === 0 ? (
            <EmptyState text={t('clinical_reports__list__empty')} />
          ) : (
            <ReportTable reports={data} />
          )}
        </Card>
      </div>
    </>
  )
}

function ReportTable({ reports }: { reports: readonly ClinicalReportSummary[] }) {
  const { t } = useTranslation()
  const mayDownload = useAccess({ feature: 'downloadProtocolRes' })
  const download = useDownload()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('clinical_reports__list__number')}</th>
          <th scope="col">{t('clinical_reports__list__state')}</th>
          <th scope="col" className={table.wide}>
            {t('clinical_reports__list__session')}
          </th>
          <th scope="col" className={table.wide}>
            {t('clinical_reports__list__signed')}
          </th>
          <th scope="col">
            <VisuallyHidden component="span">{t('clinical_reports__list__actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <td>
              <Link to={links.report(report.participant, report.id)} data-head>
                {report.number}
              </Link>
              {report.version > 1 && ` · ${t('clinical_reports__list__version', { version: report.version })}`}
              <span className={table.second}>
                {report.protocol} · {report.session_day}
              </span>
            </td>
            <td>
              <StateBadge state={report.state} />
            </td>
            <td className={table.wide}>
              {report.protocol} · {report.session_day}
            </td>
            <td className={table.wide}>
              {report.signature !== null &&
                `${report.signature.name} · ${formatApiDate(report.signature.at, currentLanguage())}`}
            </td>
            <td className={table.action}>
              {mayDownload && (
                <ActionIcon
                  color="gray"
                  aria-label={t('clinical_reports__list__download', { number: report.number })}
                  onClick={() => download.mutate(report)}
                >
                  <DownloadIcon />
                </ActionIcon>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
