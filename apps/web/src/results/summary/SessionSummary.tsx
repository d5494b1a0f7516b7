import type { ProtocolResponse, SessionSummary as Summary } from '@fonema/contract'
import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { Recording } from '../../takes/useAudioLink.ts'
import type { Span } from '../../takes/window-peaks.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { settlingPart } from '../../ui/settling-part.ts'
import type { Item } from '../session/session-state.ts'
import { FindingRow } from './FindingRow.tsx'
import { FindingsNote } from './FindingsNote.tsx'
import { Playing } from './Playing.tsx'
import { QualitySigns } from './QualitySigns.tsx'
import classes from './SessionSummary.module.css'
import { Unjudged } from './Unjudged.tsx'
import type { useSummary } from './useSummary.ts'

type SessionSummaryProps = {
  session: ProtocolResponse
  items: readonly Item[]
  summary: Pick<ReturnType<typeof useSummary>, 'data' | 'error' | 'refetch'>
}

/** How good the recordings are, what stands out in the session, what could not be judged, and what chance explains. */
export function SessionSummary({ session, items, summary: { data, error, refetch } }: SessionSummaryProps) {
  const { t } = useTranslation()
  return (
    <Card
      title={t('findings__summary__title')}
      isDense
      aside={
        <>
          <QualitySigns items={items} />
          {data?.norm && (
            <p className={classes.norm}>
              <Norm summary={data} />
            </p>
          )}
        </>
      }
    >
      {data !== undefined ? (
        <Content session={session} summary={data} />
      ) : error === null ? (
        <div role="status" aria-label={t('findings__summary__loading')} ref={settlingPart}>
          <Skeleton height={56} mb={12} />
          <Skeleton height={56} mb={12} />
          <Skeleton height={56} />
        </div>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

/** The people behind the comparison. */
export function Norm({ summary: { norm, compared } }: { summary: Summary }) {
  const { t } = useTranslation()
  if (norm === null || compared === null) return null
  const text = t(compared.is_matched ? 'findings__summary__matched' : 'findings__summary__whole', {
    count: compared.n,
    name: norm.name,
    version: norm.version,
  })
  return norm.kind === 'synthetic' ? (
    <>
      {text} <strong>{t('findings__summary__invented')}</strong>
    </>
  ) : (
    text
  )
}

function Content({ session, summary }: { session: ProtocolResponse; summary: Summary }) {
  const { t } = useTranslation()
  const { findings, state, items } = summary
  const [playing, setPlaying] = useState<string | null>(null)
  const stop = useCallback(() => setPlaying(null), [])
  const heard = useMemo(() => soundsOf(session, summary), [session, summary])
  const sound = playing === null ? undefined : heard.get(playing)
  const pending = items.filter(({ sign }) => sign === 'pending').map(({ title }) => title)
  const isIndexPending = state === 'measuring' && pending.length === 0
  return (
    <>
      {state !== 'findings' && (
        <p className={classes.empty} role="status">
          {t(isIndexPending ? 'findings__state__measuring_index' : `findings__state__${state}`, {
            items: pending.join(', '),
          })}
        </p>
      )}
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              knownNorm={summary.norm?.id}
              order={items.find(({ item }) => item === finding.item)?.order ?? null}
              isPlaying={playing === finding.id}
              onOpen={stop}
              onPlay={heard.has(finding.id) ? () => setPlaying(playing === finding.id ? null : finding.id) : null}
            />
          ))}
        </ul>
      )}
      <Unjudged summary={summary} />
      <FindingsNote summary={summary} />
      {sound !== undefined && <Playing key={playing} {...sound} onEnd={stop} />}
    </>
  )
}

/** The part of a recording that belongs to each finding: its moment, or all of its item's shown take. */
function soundsOf(session: ProtocolResponse, { findings }: Summary): Map<string, { recording: Recording; span: Span }> {
  return new Map(
    findings.flatMap(({ id, item, moment }) => {
      const answer = session.responses.find(({ protocol_item }) => protocol_item.id === item)
      if (answer === undefined || answer.is_skipped) return []
      const { window } = answer.capture
      const span =
        moment === null
          ? window
          : { start: window.start + moment.start, end: Math.min(window.end, window.start + moment.end) }
      const recording = {
        participant_id: session.participant,
        protocol_res_id: session.id,
        protocol_item_id: answer.protocol_item.id,
        take: answer.take,
      }
      return [[id, { recording, span }] as const]
    }),
  )
}
