import type { Participant, Visit } from '@fonema/contract'
import { dateLocale } from '@fonema/contract/date-locale'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useWorksOffline } from '../../api/current-user.ts'
import { isAway } from '../../api/device-answers.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterButtons } from '../../ui/FilterButtons.tsx'
import { dateFormat } from '../../ui/formats.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { NeedsNetwork } from '../../ui/NeedsNetwork.tsx'
import table from '../../ui/table.module.css'
import activity from '../activity/Activity.module.css'
import { ResultRow, type Uploads } from '../activity/ResultRow.tsx'
import { useArchiveResult } from '../activity/useArchiveResult.ts'
import { EntryRow } from './EntryRow.tsx'
import classes from './Timeline.module.css'
import { countKinds, type TimelineEntry, type TimelineKind } from './timeline-entries.ts'
import { useTimeline } from './useTimeline.ts'

const firstRows = 10
const moreRows = 30

export type TimelineProps = {
  participant: Participant
  onOpenSurvey: (responseId: string) => void
  onComment: (sessionId: string) => void
  onOpenVisit: (visit: Visit) => void
  onOpenFiles: () => void
  Uploads: Uploads
}

/** Everything of a participant, newest first, by month. */
export function Timeline(props: TimelineProps) {
  const { t } = useTranslation()
  const { entries, failed } = useTimeline(props.participant.id)
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const [limit, setLimit] = useState(firstRows)
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  const isServerAway = failed.length > 0 && failed.every(({ error }) => isAway(error))
  if (entries === undefined)
    return failed[0] === undefined ? (
      <Loading />
    ) : isServerAway ? (
      <Away active={props.participant.active} onReturn={retry} />
    ) : (
      <ErrorState error={failed[0].error} onRetry={retry} />
    )

  const kinds = countKinds(entries)
  // The last entry of the chosen kind may have been archived meanwhile.
  const chosen = kinds.some(([one]) => one === kind) ? kind : null
  const wanted = chosen === null ? entries : entries.filter(({ kinds }) => kinds.includes(chosen))
  const shown = wanted.slice(0, limit)
  const missing = failed.map(({ kind }) => t(`timeline__kind__${kind}`)).join(', ')
  function choose(next: TimelineKind | null) {
    setKind(next)
    setLimit(firstRows)
  }
  return (
    <>
      {isServerAway && <NeedsNetwork text={t('timeline__away_some', { what: missing })} onReturn={retry} />}
      {failed.length > 0 && !isServerAway && (
        <Alert color="yellow" role="alert" mb="md">
          <p className={classes.missing}>
            {t('timeline__missing', { what: missing })}{' '}
            <Button variant="default" onClick={retry}>
              {t('base__state__retry')}
            </Button>
          </p>
        </Alert>
      )}
      {kinds.length > 1 && (
        <FilterButtons
          label={t('timeline__filter')}
          choices={[
            { value: null, text: t('timeline__all'), count: entries.length },
            ...kinds.map(([value, count]) => ({ value, text: t(`timeline__kind__${value}`), count })),
          ]}
          chosen={chosen}
          onChoose={choose}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState text={t(props.participant.active ? 'timeline__empty' : 'timeline__empty_archived')} />
      ) : (
        <Table entries={shown} {...props} />
      )}
      {wanted.length > shown.length && (
        <Button variant="subtle" mt="sm" onClick={() => setLimit(limit + moreRows)}>
          {t('timeline__more', { total: wanted.length - shown.length })}
        </Button>
      )}
    </>
  )
}

/** Without a network, and nothing kept of this participant. Recording and surveys are above, where the clinic allows them. */
function Away({ active, onReturn }: { active: boolean; onReturn: () => void }) {
  const { t } = useTranslation()
  const worksOffline = useWorksOffline()
  return (
    <NeedsNetwork text={t('timeline__away')} onReturn={onReturn}>
      {active && worksOffline && <p>{t('timeline__away_do')}</p>}
    </NeedsNetwork>
  )
}

function Table({ entries, ...props }: TimelineProps & { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation()
  const { participant, onOpenSurvey, onComment } = props
  const setActive = useArchiveResult(participant.id)
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('responses__list__date')}</th>
          <th scope="col" className={table.wide}>
            {t('timeline__what')}
          </th>
          <th scope="col" className={table.wide}>
            {t('responses__list__state')}
          </th>
          <th scope="col" className={activity.actionsHead}>
            {t('responses__list__actions')}
          </th>
        </tr>
      </thead>
      {/* One body, so that the focus finds the next row when a row is archived. */}
      <tbody>
        {entries.map((entry, index) => [
          entry.month !== entries[index - 1]?.month && (
            <tr key={`${entry.month} ${entry.key}`} className={classes.month}>
              <th scope="rowgroup" colSpan={4}>
                {monthName(entry.month)}
              </th>
            </tr>
          ),
          entry.what === 'result' ? (
            <ResultRow
              key={entry.key}
              given={entry.given}
              participant={participant}
              fulfilled={entry.fulfilled}
              onSetActive={setActive}
              onOpenSurvey={onOpenSurvey}
              onComment={onComment}
              Uploads={props.Uploads}
            />
          ) : (
            <EntryRow key={entry.key} entry={entry} {...props} />
          ),
        ])}
      </tbody>
    </table>
  )
}

const monthName = (month: string) =>
  dateFormat(dateLocale(currentLanguage()), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
