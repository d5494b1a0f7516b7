import type { ProtocolResponse } from '@fonema/contract'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ApiFailure } from '../api/http.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { WarningIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { StatusPage } from '../ui/StatusPage.tsx'
import { useTitle } from '../ui/useTitle.ts'
import classes from './ResultPage.module.css'
import { ResultHeader } from './session/ResultHeader.tsx'
import { SessionIndices } from './session/SessionIndices.tsx'
import { SessionItems } from './session/SessionItems.tsx'
import { haveAllFailed, itemsOf, itemsWithLateTakes } from './session/session-state.ts'
import { useSession } from './session/useSession.ts'
import { useFindingTarget } from './summary/finding-target.ts'
import { SessionSummary } from './summary/SessionSummary.tsx'
import { useSummary } from './summary/useSummary.ts'
import { useReadMark } from './useReadMark.ts'

/** A session's results. `participant` renders the participant, which belongs to another domain. */
export function ResultPage({ participant }: { participant: (session: ProtocolResponse) => ReactNode }) {
  const { t } = useTranslation()
  const { participant_id = '', protocolres_id = '' } = useParams()
  const path = { participant_id, protocol_res_id: protocolres_id }
  const { data: session, error, refetch } = useSession(path)
  const summary = useSummary(path, session)
  useReadMark(path, summary.data)
  useFindingTarget()
  useTitle(session?.protocol.name ?? t('responses__result__title'))

  if (session === undefined) {
    if (error === null) return <Loading />
    if (error instanceof ApiFailure && error.status === 404) return <StatusPage status={404} />
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const items = itemsOf(session)
  const late = itemsWithLateTakes(items)
  return (
    <>
      <ResultHeader session={session} participant={participant(session)} />
      {haveAllFailed(items) && (
        <Alert
          color="red"
          icon={<WarningIcon />}
          title={t('responses__result__all_failed_title')}
          className={classes.notice}
        >
          {t('responses__result__all_failed')}
        </Alert>
      )}
      {late.length > 0 && (
        <Alert color="yellow" icon={<WarningIcon />} className={classes.notice}>
          {t('responses__result__late_takes', { count: late.length, items: late.map(({ title }) => title).join(', ') })}
        </Alert>
      )}
      {session.responses.length === 0 && (
        <Alert role="status" className={classes.notice}>
          {t('responses__result__no_responses')}
        </Alert>
      )}
      {!session.protocol.is_practice && session.responses.length > 0 && (
        <SessionSummary session={session} items={items} summary={summary} />
      )}
      <SessionItems session={session} items={items} />
      {session.indices.length > 0 && (
        <div className={classes.indices}>
          <Card title={t('analysis__index__title')}>
            <SessionIndices session={session} />
          </Card>
        </div>
      )}
    </>
  )
}
