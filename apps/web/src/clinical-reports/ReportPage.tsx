import type { ClinicalReport } from '@fonema/contract'
import { Anchor, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { takeProof } from '../api/provider.ts'
import { queryFor } from '../api/query.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { DownloadIcon, EditIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { AmendDialog } from './AmendDialog.tsx'
import { ChangeBanner } from './ChangeBanner.tsx'
import { lookEveryMs, Measuring } from './Measuring.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import classes from './Reports.module.css'
import { ReportTexts } from './ReportTexts.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SignDialog } from './SignDialog.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useDownload } from './useDownload.ts'
import { useRemake } from './useRemake.ts'
import { useReportTexts } from './useReportTexts.ts'
import { VerifyReport } from './VerifyReport.tsx'

/** One version of a report: a draft to write and sign, or what was signed. */
export function ReportPage() {
  const { t } = useTranslation()
  const { participant_id = '', report_id = '' } = useParams()
  const [remade, setRemade] = useState(0)
  const params = { participant_id, report_id }
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /clinical_reports/{participant_id}/{report_id}/', { params }),
    // What is typed is newer than a second answer.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => ((state.data?.measuring.length ?? 0) > 0 ? lookEveryMs : false),
  })
  useTitle(data === undefined ? t('clinical_reports__list__title') : titleOf(t, data))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  // After a draft is remade, its revision differs from the one on which the typed text is based.
  return <Shown key={`${data.id} ${data.state} ${remade}`} report={data} onRemade={() => setRemade(remade + 1)} />
}

const titleOf = (t: ReturnType<typeof useTranslation>['t'], { number }: ClinicalReport) =>
  t('clinical_reports__page__title', { number })

type Asking = 'sign' | 'revoke' | 'amend' | null

function Shown({ report, onRemade }: { report: ClinicalReport; onRemade: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayWrite = useAccess({ feature: 'recordProtocol' })
  const mayDownload = useAccess({ feature: 'downloadProtocolRes' })
  // Back from the provider, which was asked who signs.
  const [confirmation] = useState(takeProof)
  const [asking, setAsking] = useState<Asking>(confirmation === null ? null : 'sign')
  const download = useDownload()
  const writing = useReportTexts(report)
  const { signature, state, reason, version, measuring, is_outdated } = report
  const isDraft = state === 'draft' && mayWrite
  const hasNewTemplate = report.changes.some(({ kind }) => kind === 'template')
  const params = { participant_id: report.participant }
  // A failed save is shown beside the texts.
  const afterSaving = (act: () => void) => void writing.saveNow().then(act, () => undefined)
  const refresh = async () => {
    await client.invalidateQueries({
      queryKey: queryFor('GET /clinical_reports/{participant_id}/{report_id}/', {
        params: { ...params, report_id: report.id },
      }).queryKey,
    })
    await client.invalidateQueries({
      queryKey: queryFor('GET /clinical_reports/{participant_id}/', { params }).queryKey,
    })
  }
  const remake = useRemake(report, async () => {
    await refresh()
    onRemade()
  })
  return (
    <>
      <BackLink to={links.reports(report.participant)}>{t('clinical_reports__page__back')}</BackLink>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>
            {titleOf(t, report)}
            <StateBadge state={state} />
          </h1>
          <p className={classes.facts}>
            <Anchor component={Link} inherit underline="always" to={links.participant(report.participant)}>
              {report.content.participant.code}
            </Anchor>
            {' · '}
            <Anchor
              component={Link}
              inherit
              underline="always"
              to={links.protocolres(report.participant, report.session)}
            >
              {report.protocol} · {report.session_day}
            </Anchor>
            {version > 1 && ` · ${t('clinical_reports__list__version', { version })}`}
          </p>
          {signature !== null && (
            <p className={classes.facts}>
              {t('clinical_reports__page__signed', {
                name: signature.name,
                date: formatApiDate(signature.at, currentLanguage()),
              })}
              {' · '}
              {signature.meaning}
            </p>
          )}
          {signature?.certificate !== undefined && (
            <p className={classes.facts}>
              {t('clinical_reports__page__certificate', { subject: signature.certificate.subject })}
            </p>
          )}
          {reason !== null && <p className={classes.facts}>{t('clinical_reports__page__reason', { reason })}</p>}
        </div>
        <div className={classes.actions}>
          {mayDownload && (
            <Button
              variant="default"
              leftSection={<DownloadIcon />}
              loading={download.isPending}
              onClick={() => afterSaving(() => download.mutate(report))}
            >
              {t('clinical_reports__page__pdf')}
            </Button>
          )}
          {isDraft && (
            <Button variant="default" onClick={() => setAsking('revoke')}>
              {t('clinical_reports__revoke__open')}
            </Button>
          )}
          {isDraft && (is_outdated || hasNewTemplate) && (
            <Button
              variant={is_outdated ? 'filled' : 'default'}
              loading={remake.isPending}
              onClick={() => afterSaving(() => remake.mutate())}
            >
              {t('clinical_reports__remake__open')}
            </Button>
          )}
          {isDraft && !is_outdated && (
            <Button
              leftSection={<EditIcon />}
              disabled={measuring.length > 0}
              onClick={() => afterSaving(() => setAsking('sign'))}
            >
              {t('clinical_reports__sign__open')}
            </Button>
          )}
          {state === 'signed' && mayWrite && (
            <Button variant="default" onClick={() => setAsking('amend')}>
              {t('clinical_reports__amend__open')}
            </Button>
          )}
        </div>
      </header>
      {isDraft && measuring.length > 0 && (
        <Measuring items={measuring} then={t('clinical_reports__measuring__draft')} />
      )}
      <ChangeBanner changes={report.changes} isDraft={isDraft} isOutdated={isDraft && is_outdated} />
      {isDraft ? (
        <div className={classes.beside}>
          <Card title={t('clinical_reports__page__editor')}>
            <ReportTexts writing={writing} report={report} />
          </Card>
          <ReportPreview report={report} texts={writing.texts} />
        </div>
      ) : (
        <div className={classes.alone}>
          <ReportPreview report={report} texts={report.texts} />
          {report.pdf_sha256 !== null && (
            <>
              <p className={classes.facts}>{t('clinical_reports__page__hash', { hash: report.pdf_sha256 })}</p>
              <VerifyReport report={report} />
            </>
          )}
        </div>
      )}
      {asking === 'sign' && (
        <SignDialog
          report={report}
          revision={writing.revision}
          confirmation={confirmation?.proof ?? null}
          onDone={refresh}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'revoke' && <RevokeDialog report={report} onRevoked={refresh} onClose={() => setAsking(null)} />}
      {asking === 'amend' && <AmendDialog report={report} onMade={refresh} onClose={() => setAsking(null)} />}
    </>
  )
}
