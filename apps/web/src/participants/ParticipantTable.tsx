import type { Participant } from '@fonema/contract'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { useAccess, useUser } from '../api/current-user.ts'
import { useIsAway } from '../api/device-answers.ts'
import { dayFormat, dayIn } from '../ui/dates.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import { useFollowLinks } from '../ui/useFollowLinks.ts'
import { useLatest } from '../ui/useLatest.ts'
import classes from './ParticipantList.module.css'
import { ParticipantRow, type RowSetting } from './ParticipantRow.tsx'
import { rowTexts } from './row-texts.ts'
import { useActivities } from './useActivities.ts'
import { useArchive } from './useArchive.ts'
import { useLastProtocols } from './useLastProtocols.ts'
import { useRowWindow } from './useRowWindow.ts'

const narrow = '(max-width: 48em)'
/** A table with more rows than this renders only those near the screen. */
const maxRendered = 40

type ParticipantTableProps = {
  participants: readonly Participant[]
  wanted: string
  /** Must be a stable function: a new one rerenders the rows. */
  onSurvey: (participant: Participant) => void
}

export function ParticipantTable({ participants, wanted, onSurvey }: ParticipantTableProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(narrow, matchMedia(narrow).matches, { getInitialValueInEffect: false }) ?? false
  const setting = useRowSetting(participants, isNarrow, onSurvey)
  const isLong = participants.length > maxRendered
  const columns = isNarrow ? 4 : 6
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link arrives as a click
    <table
      className={`${table.table} ${classes.table}`}
      onClick={useFollowLinks()}
      data-long={isLong || undefined}
      aria-rowcount={isLong ? participants.length + 1 : undefined}
    >
      <thead>
        <tr aria-rowindex={isLong ? 1 : undefined}>
          <th scope="col" className={classes.codeColumn}>
            {t('participants__field__code')}
          </th>
          {!isNarrow && <th scope="col">{t('participants__field__full_name')}</th>}
          {!isNarrow && (
            <th scope="col" className={classes.lastColumn}>
              {t('participants__list__last_session')}
            </th>
          )}
          <th scope="col" className={`${classes.actionColumn} ${classes.recordColumn}`}>
            <span>{t('participants__list__record')}</span>
          </th>
          <th scope="col" className={classes.actionColumn}>
            <span>{t('participants__list__survey')}</span>
          </th>
          <th scope="col" className={classes.actionColumn}>
            <span>{t('participants__list__archive')}</span>
          </th>
        </tr>
      </thead>
      <Rows participants={participants} wanted={wanted} setting={setting} columns={columns} isLong={isLong} />
    </table>
  )
}

type RowsProps = Omit<ParticipantTableProps, 'onSurvey'> & { setting: RowSetting; columns: number; isLong: boolean }

/** All rows. Of thousands, only those near the screen are rendered, with empty space for the others. */
function Rows({ participants, wanted, setting, columns, isLong }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const window = useRowWindow(body, participants.length, isLong)
  const { start, end } = isLong ? window : { start: 0, end: participants.length }
  return (
    <tbody ref={body}>
      <Space rows={start} rowHeight={window.rowHeight} columns={columns} />
      {participants.slice(start, end).map((participant, i) => (
        <ParticipantRow
          // Keyed by index, so that the next letter of a search changes rows instead of creating new ones, and the
          // focus stays in place when a row is removed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above; a row has no state
          key={start + i}
          rowIndex={isLong ? start + i + 2 : undefined}
          participant={participant}
          wanted={wanted}
          setting={setting}
        />
      ))}
      <Space rows={participants.length - end} rowHeight={window.rowHeight} columns={columns} />
    </tbody>
  )
}

function Space({ rows, rowHeight, columns }: { rows: number; rowHeight: number; columns: number }) {
  return rows > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable
    <tr aria-hidden="true" className={classes.space}>
      <td colSpan={columns} style={{ height: rows * rowHeight }} />
    </tr>
  ) : null
}

function useRowSetting(
  participants: readonly Participant[],
  isNarrow: boolean,
  openSurvey: RowSetting['openSurvey'],
): RowSetting {
  const { t } = useTranslation()
  const mayArchive = useAccess({ feature: 'archiveParticipant' })
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const maySurvey = useAccess({ feature: 'recordSurvey' })
  const archive = useLatest(useArchive())
  const setActive = useCallback<RowSetting['setActive']>((...change) => archive.current(...change), [archive])
  const language = currentLanguage()
  const texts = useMemo(() => rowTexts(t, { dayOf: dayFormat(language) }), [t, language])
  const today = dayIn(useUser().organization.time_zone, new Date())
  // Each of these answers changes every row, so they are drawn as transitions.
  const last = useDeferredValue(useLastProtocols(participants))
  const lastOf = useCallback<RowSetting['lastOf']>((id) => last.get(id), [last])
  const activity = useDeferredValue(useActivities(participants))
  const isAway = useIsAway()
  return useMemo(
    () => ({
      texts,
      isNarrow,
      mayArchive,
      mayRecord,
      maySurvey,
      isAway,
      today,
      lastOf,
      activity,
      openSurvey,
      setActive,
    }),
    [texts, isNarrow, mayArchive, mayRecord, maySurvey, isAway, today, lastOf, activity, openSurvey, setActive],
  )
}
