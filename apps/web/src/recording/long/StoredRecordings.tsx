import type { ItemId, ProtocolItem, SessionRecording } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { Completeness } from '../../takes/Completeness.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatApiDate } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import { useUploads } from '../uploads.tsx'
import { CutRow } from './CutRow.tsx'
import { MarkList } from './MarkList.tsx'
import { Peaks } from './Peaks.tsx'
import { proposalsOf } from './proposals.ts'
import { hours } from './RunningRecording.tsx'
import classes from './SessionRecording.module.css'

type StoredProps = { participantId: string; responseId: string; items: readonly ProtocolItem[]; lang: string }

/** The recordings of a session on the server, each with the parts that are, or may become, takes. */
export function StoredRecordings({ participantId, responseId, items, lang }: StoredProps) {
  const { t } = useTranslation()
  const params = { participant_id: participantId, protocol_res_id: responseId }
  const recordings = useQuery(
    queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/', { params }),
  )
  const waiting = useUploads().uploads.filter((one) => one.kind === 'recording' && one.responseId === responseId).length
  if (recordings.data === undefined)
    return recordings.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={recordings.error} onRetry={() => void recordings.refetch()} />
    )
  return (
    <>
      {waiting > 0 && (
        <p role="status" className={classes.warning}>
          {t('recordings__stored__sending', { count: waiting })}
        </p>
      )}
      {recordings.data.map((recording) => (
        <Stored
          key={recording.id}
          participantId={participantId}
          responseId={responseId}
          items={items}
          lang={lang}
          recording={recording}
          isSending={waiting > 0}
        />
      ))}
    </>
  )
}

type OneProps = StoredProps & { recording: SessionRecording; isSending: boolean }

function Stored({ participantId, responseId, items, lang, recording, isSending }: OneProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const texts = useFailureTexts()
  const params = { participant_id: participantId, protocol_res_id: responseId, recording_id: recording.id }
  const refresh = () =>
    client.invalidateQueries({
      queryKey: queryKeyOf('GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/'),
    })
  const finish = useMutation({
    mutationFn: () =>
      call('POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/finish/', {
        params,
        body: { as_stored: true },
      }),
    onSettled: refresh,
  })
  const proposals = proposalsOf(recording.marks, recording.cuts, recording.duration_s)
  const names = recording.marks.filter(({ kind }) => kind === 'name_spoken')
  const isFinished = recording.finished_at !== null
  const titleOf = (id: ItemId) => items.find((item) => item.id === id)?.title ?? ''
  return (
    <Card title={t('recordings__stored__title', { date: formatApiDate(recording.recorded_at, currentLanguage()) })}>
      <p className={classes.facts}>
        <span>{t('recordings__stored__length', { time: hours(recording.duration_s) })}</span>
        {recording.interrupted && <span className={classes.warning}>{t('recordings__stored__interrupted')}</span>}
        {isFinished && (
          <span className={recording.verified ? classes.hint : classes.warning}>
            {t(recording.verified ? 'recordings__stored__verified' : 'recordings__stored__unverified')}
          </span>
        )}
        {recording.gaps.length > 0 && (
          <span className={classes.warning}>
            {t('analysis__capture__gaps', {
              count: recording.gaps.length,
              seconds: formatDecimals(
                recording.gaps.reduce((sum, { length }) => sum + length, 0),
                currentLanguage(),
                2,
              ),
            })}
          </span>
        )}
      </p>
      <Completeness value={recording.completeness} />
      {recording.duration_s > 0 && <Peaks params={params} recording={recording} />}
      {names.length > 0 && (
        <p className={classes.hint}>
          {t('recordings__stored__names', {
            count: names.length,
            times: names.map(({ at_s }) => hours(at_s)).join(', '),
          })}
        </p>
      )}
      {recording.marks.length > 0 && (
        <MarkList params={params} marks={recording.marks} titleOf={titleOf} lang={lang} onChange={refresh} />
      )}
      {!isFinished && !isSending && (
        <>
          <p className={classes.warning}>{t('recordings__stored__open')}</p>
          <Button variant="default" loading={finish.isPending} onClick={() => finish.mutate()}>
            {t('recordings__stored__finish')}
          </Button>
          {finish.error !== null && <p role="alert">{texts.ofFailure(finish.error)}</p>}
        </>
      )}
      {isFinished && proposals.length === 0 && <p className={classes.hint}>{t('recordings__stored__no_marks')}</p>}
      {isFinished && proposals.length > 0 && (
        <>
          <h3>{t('recordings__cuts__title')}</h3>
          <p className={classes.hint}>{t('recordings__cuts__text')}</p>
          <ul className={classes.list}>
            {proposals.map((proposal) => (
              <CutRow
                key={`${proposal.id} ${proposal.take}`}
                params={params}
                proposal={proposal}
                title={titleOf(proposal.itemId)}
                lang={lang}
                durationSeconds={recording.duration_s}
                onCut={refresh}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
