import type { Overview } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fileSize } from '../../ui/file-size.ts'
import { dateFormat, numberFormat } from '../../ui/formats.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { saveFile } from '../../ui/save-file.ts'
import table from '../../ui/table.module.css'
import classes from './Overview.module.css'

/** The clinic's work of the last twelve months. */
export function OverviewCards() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/overview/'))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const { used_bytes, quota_bytes } = data.storage
  const language = currentLanguage()
  return (
    <div className={classes.cards}>
      <Card title={t('rooms__overview__now')}>
        <dl className={classes.facts}>
          <div>
            <dt>{t('rooms__overview__storage')}</dt>
            <dd>
              {quota_bytes === null
                ? fileSize(used_bytes, language)
                : t('rooms__overview__of_quota', {
                    used: fileSize(used_bytes, language),
                    quota: fileSize(quota_bytes, language),
                  })}
            </dd>
          </div>
          <div>
            <dt>{t('rooms__overview__waiting')}</dt>
            <dd>{numberFormat(language).format(data.waiting)}</dd>
          </div>
        </dl>
      </Card>
      <Card title={t('rooms__overview__sessions')} aside={<CsvButton part="sessions" />}>
        <p className={classes.note}>{t('rooms__overview__sessions_help')}</p>
        {data.sessions.length === 0 ? (
          <EmptyState text={t('rooms__overview__no_sessions')} />
        ) : (
          <SessionsTable overview={data} />
        )}
      </Card>
      <Card title={t('rooms__overview__overdue')} aside={<CsvButton part="overdue" />}>
        <p className={classes.note}>{t('rooms__overview__overdue_help')}</p>
        {data.overdue.length === 0 ? (
          <EmptyState text={t('rooms__overview__no_overdue')} />
        ) : (
          <OverdueTable rows={data.overdue} />
        )}
      </Card>
      <Card title={t('rooms__overview__quality')} aside={<CsvButton part="quality" />}>
        <p className={classes.note}>{t('rooms__overview__quality_help')}</p>
        {data.quality.length === 0 ? (
          <EmptyState text={t('rooms__overview__no_recordings')} />
        ) : (
          <QualityTable rows={data.quality} />
        )}
      </Card>
    </div>
  )
}

const names = {
  sessions: 'rooms__overview__sessions',
  quality: 'rooms__overview__quality',
  overdue: 'rooms__overview__overdue',
} as const
const labels = {
  sessions: 'rooms__overview__csv_sessions',
  quality: 'rooms__overview__csv_quality',
  overdue: 'rooms__overview__csv_overdue',
} as const

function CsvButton({ part }: { part: keyof typeof names }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const download = useMutation({
    mutationFn: () => call('GET /organizations/overview/', { query: { part, format: 'csv' } }),
    // With this format the answer is a file.
    onSuccess: (file) => saveFile(`${t(names[part])}.csv`, file as unknown as Blob),
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      loading={download.isPending}
      aria-label={t(labels[part])}
      onClick={() => download.mutate()}
    >
      {t('rooms__overview__csv')}
    </Button>
  )
}

const onPhone = 2

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${last_name}, ${first_name}`

function SessionsTable({ overview: { months, sessions } }: { overview: Overview }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const byExaminer = [...Map.groupBy(sessions, ({ examiner_id }) => examiner_id)]
  // A phone shows the last ones; the sum and the file have all.
  const classOf = (month: string) =>
    months.indexOf(month) < months.length - onPhone ? `${table.number} ${table.wide}` : table.number
  const short = dateFormat(language, { month: 'short', timeZone: 'UTC' })
  const withYear = dateFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  // The year stands at its first month.
  const nameOfMonth = (month: string, index: number) =>
    (index === 0 || month.endsWith('-01') ? withYear : short).format(new Date(`${month}-01T00:00:00Z`))
  return (
    <div className={classes.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('rooms__overview__examiner')}</th>
            {months.map((month, index) => (
              <th key={month} scope="col" className={classOf(month)}>
                {nameOfMonth(month, index)}
              </th>
            ))}
            <th scope="col" className={table.number}>
              {t('rooms__overview__total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {byExaminer.map(([id, rows]) => (
            <tr key={id}>
              <th scope="row" className={classes.text}>
                {nameOf(rows[0]!)}
              </th>
              {months.map((month) => (
                <td key={month} className={classOf(month)}>
                  {rows.find((row) => row.month === month)?.count ?? 0}
                </td>
              ))}
              <td className={table.number}>{rows.reduce((sum, { count }) => sum + count, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OverdueTable({ rows }: { rows: Overview['overdue'] }) {
  const { t } = useTranslation()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('rooms__overview__examiner')}</th>
          <th scope="col">{t('rooms__overview__overdue_count')}</th>
          <th scope="col">{t('rooms__overview__overdue_oldest')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.examiner_id}>
            <td>{nameOf(row)}</td>
            <td>{numberFormat(currentLanguage()).format(row.count)}</td>
            <td>{formatApiDate(row.oldest, currentLanguage())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function QualityTable({ rows }: { rows: Overview['quality'] }) {
  const { t } = useTranslation()
  const percent = numberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 })
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('rooms__overview__examiner')}</th>
          <th scope="col">{t('rooms__overview__microphone')}</th>
          <th scope="col">{t('rooms__overview__poor')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.examiner_id} ${row.device}`}>
            <td className={classes.text}>{nameOf(row)}</td>
            <td className={classes.text}>{row.device ?? t('rooms__overview__no_device')}</td>
            <td>
              {row.judged === 0
                ? t('rooms__overview__not_judged', { count: row.recordings })
                : t('rooms__overview__share', {
                    share: percent.format(row.poor / row.judged),
                    poor: row.poor,
                    judged: row.judged,
                  })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
