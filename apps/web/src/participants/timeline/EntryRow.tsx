import type { ReportState, VisitState } from '@fonema/contract'
import { Badge, Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import table from '../../ui/table.module.css'
import activity from '../activity/Activity.module.css'
import classes from './Timeline.module.css'
import type { TimelineProps } from './Timeline.tsx'
import type { TimelineEntry } from './timeline-entries.ts'

type OtherEntry = Exclude<TimelineEntry, { what: 'result' }>
type EntryRowProps = Pick<TimelineProps, 'participant' | 'onOpenVisit' | 'onOpenFiles'> & { entry: OtherEntry }

const visitColors: Record<VisitState, string> = { planned: 'blue', overdue: 'yellow', done: 'teal', cancelled: 'gray' }
const reportColors: Record<ReportState, string> = { draft: 'yellow', signed: 'teal', amended: 'gray', revoked: 'gray' }
const kindColors = { visit: 'blue', report: 'teal', file: 'gray' } as const

/** A planned or finished visit, a report or a file. */
export function EntryRow({ entry, participant, onOpenVisit, onOpenFiles }: EntryRowProps) {
  const { t } = useTranslation()
  const { date, name, detail } = useEntryTexts(entry)
  const state = <EntryState entry={entry} />
  const what = (
    <>
      <span className={classes.name}>{name}</span>{' '}
      <Badge color={kindColors[entry.what]} variant="dot" className={activity.kind}>
        {t(`timeline__name__${entry.what}`)}
      </Badge>
      {detail !== null && <span className={activity.note}>{detail}</span>}
    </>
  )
  const button = {
    variant: 'default',
    'aria-label': t('participants__activity__open_label', { protocol: name, date }),
  } as const
  const open = t('participants__activity__open')
  return (
    <tr>
      <td>
        <span className={activity.date}>{date}</span>
        <span className={table.second}>
          {what} {state}
        </span>
      </td>
      <td className={table.wide}>{what}</td>
      <td className={table.wide}>{state}</td>
      <td className={table.action}>
        <div className={activity.actions}>
          {entry.what === 'report' ? (
            <Button component={Link} to={links.report(participant.id, entry.report.id)} {...button}>
              {open}
            </Button>
          ) : (
            <Button {...button} onClick={() => (entry.what === 'visit' ? onOpenVisit(entry.visit) : onOpenFiles())}>
              {open}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function EntryState({ entry }: { entry: OtherEntry }) {
  const { t } = useTranslation()
  if (entry.what === 'file') return null
  const [color, text] =
    entry.what === 'visit'
      ? [visitColors[entry.visit.state], t(`visits__state__${entry.visit.state}`)]
      : [reportColors[entry.report.state], t(`timeline__state__${entry.report.state}`)]
  return (
    <Badge color={color} variant="light" className={classes.state}>
      {text}
    </Badge>
  )
}

function useEntryTexts(entry: OtherEntry): { date: string; name: string; detail: string | null } {
  const { t } = useTranslation()
  const language = currentLanguage()
  switch (entry.what) {
    case 'visit': {
      const { date, time, protocol, survey, series, note } = entry.visit
      const what = [protocol?.name, survey?.name].filter((name) => name !== undefined).join(' + ')
      const place = series && t('visits__what__series', { position: series.position, of: series.count })
      return {
        date: `${formatApiDate(date, language)}, ${time}`,
        name: what || t('visits__what__open'),
        detail: [place, note].filter(Boolean).join(' · ') || null,
      }
    }
    case 'report': {
      const { number, version, protocol, signature, created_at } = entry.report
      return {
        date: formatApiDate(signature?.at ?? created_at, language),
        name: t('timeline__report', { number, version }),
        detail: protocol,
      }
    }
    case 'file': {
      const { filename, label, date_created } = entry.file
      return { date: formatApiDate(date_created, language), name: label ?? filename, detail: label && filename }
    }
  }
}
