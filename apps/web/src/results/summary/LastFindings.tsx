import type { ProtocolResponseSummary, SessionSummary as Summary } from '@fonema/contract'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isAway } from '../../api/device-answers.ts'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { NeedsNetwork } from '../../ui/NeedsNetwork.tsx'
import { settlingPart } from '../../ui/settling-part.ts'
import { FindingRow } from './FindingRow.tsx'
import { FindingsNote } from './FindingsNote.tsx'
import { isMeasuring } from './is-measuring.ts'
import classes from './SessionSummary.module.css'
import { Norm } from './SessionSummary.tsx'
import { Unjudged } from './Unjudged.tsx'

/** Each reading is an entry of the audit log. */
export const pollEveryMs = 15_000

export type LastSession = Pick<ProtocolResponseSummary, 'id' | 'participant' | 'date_created'> & {
  protocol: { name: string }
}

/** What stands out in a participant's last session. Its result has more. */
export function LastFindings({ session }: { session: LastSession }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/', {
      params: { participant_id: session.participant, protocol_res_id: session.id },
    }),
    refetchInterval: ({ state }) => state.data !== undefined && isMeasuring(state.data) && pollEveryMs,
  })
  const resultPage = links.protocolres(session.participant, session.id)
  return (
    <Card
      title={t('findings__last__title')}
      isDense
      aside={
        // The result needs the network, too.
        !isAway(error) && (
          <Button component={Link} to={resultPage} variant="default">
            {t('findings__last__open')}
          </Button>
        )
      }
    >
      <p className={classes.session}>
        {session.protocol.name} · {formatApiDate(session.date_created, currentLanguage())}
      </p>
      {data !== undefined ? (
        <Content summary={data} resultPage={resultPage} />
      ) : error === null ? (
        <div role="status" aria-label={t('findings__summary__loading')} ref={settlingPart}>
          <Skeleton height={56} mb={12} />
          <Skeleton height={56} />
        </div>
      ) : isAway(error) ? (
        <NeedsNetwork text={t('findings__last__away')} onReturn={() => void refetch()} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Content({ summary, resultPage }: { summary: Summary; resultPage: string }) {
  const { findings, items, norm } = summary
  return (
    <>
      <State summary={summary} />
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              knownNorm={norm?.id}
              order={items.find(({ item }) => item === finding.item)?.order ?? null}
              resultPage={resultPage}
              onPlay={null}
            />
          ))}
        </ul>
      )}
      <Unjudged summary={summary} />
      <FindingsNote summary={summary}>
        {' '}
        <Norm summary={summary} />
      </FindingsNote>
    </>
  )
}

function State({ summary: { state, items } }: { summary: Summary }) {
  const { t } = useTranslation()
  if (state === 'findings') return null
  const pending = items.filter(({ sign }) => sign === 'pending').map(({ title }) => title)
  const isIndexPending = state === 'measuring' && pending.length === 0
  return (
    <p className={classes.empty} role="status">
      {/* On the result page the values stand below; here they do not. */}
      {state === 'no_norm'
        ? t('findings__last__no_norm')
        : t(isIndexPending ? 'findings__state__measuring_index' : `findings__state__${state}`, {
            items: pending.join(', '),
          })}
    </p>
  )
}
