import type { LastProtocol, Participant, ParticipantActivity } from '@fonema/contract'
import { findLettersOf, fullName } from '@fonema/contract/participant-search'
import { memo } from 'react'
import { yearsBetween } from '../ui/dates.ts'
import { ArchiveIcon, MicrophoneIcon, RepeatIcon, RestoreIcon, SurveyIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import { rowClicks } from '../ui/second-click.ts'
import table from '../ui/table.module.css'
import { MarkedText } from './MarkedText.tsx'
import classes from './ParticipantList.module.css'
import { RowAction } from './RowAction.tsx'
import type { RowTexts } from './row-texts.ts'

/** What all rows share, computed once per table: each letter of a search renders many rows. */
export type RowSetting = {
  texts: RowTexts
  isNarrow: boolean
  mayArchive: boolean
  /** There is no network: what has no place in the outbox is unavailable. */
  isAway: boolean
  mayRecord: boolean
  maySurvey: boolean
  /** The organisation's calendar day, from which ages follow. */
  today: string
  lastOf: (participantId: string) => LastProtocol | undefined
  /** By the participant's id; null until it is known. */
  activity: ReadonlyMap<string, ParticipantActivity> | null
  openSurvey: (participant: Participant) => void
  setActive: (participant: Participant, active: boolean, row: HTMLTableRowElement) => void
}

type ParticipantRowProps = {
  participant: Participant
  /** The letters searched for; those found are shown in bold. */
  wanted: string
  setting: RowSetting
  /** The index among all rows, when only some are rendered. */
  rowIndex?: number | undefined
}

export const ParticipantRow = memo(function ParticipantRow({
  participant,
  wanted,
  setting,
  rowIndex,
}: ParticipantRowProps) {
  const { texts, isNarrow } = setting
  const { id, code, active } = participant
  const name = fullName(participant)
  const match = wanted === '' ? null : findLettersOf(wanted, participant)
  const nameText = name !== null && <MarkedText text={name} places={match?.name ?? []} />

  return (
    <tr aria-rowindex={rowIndex} className={match ? classes.searched : undefined}>
      <td>
        <a href={links.participant(id)} className={table.link} data-head>
          <span className={classes.text}>
            <MarkedText text={code} places={match?.code ?? []} />
          </span>
          {isNarrow && nameText && <span className={classes.second}>{nameText}</span>}
        </a>
        {!active && <span className={classes.archived}>{texts.archived}</span>}
        {isNarrow && <Facts participant={participant} setting={setting} />}
        {isNarrow && <LastSession participant={participant} setting={setting} />}
      </td>
      {!isNarrow && (
        <td>
          {nameText && (
            <a href={links.participant(id)} className={classes.name} data-head>
              {nameText}
            </a>
          )}
          <Facts participant={participant} setting={setting} />
        </td>
      )}
      {!isNarrow && (
        <td>
          <LastSession participant={participant} setting={setting} />
        </td>
      )}
      <ActionCells participant={participant} setting={setting} />
    </tr>
  )
})

type PartProps = Pick<ParticipantRowProps, 'participant' | 'setting'>

/** Age and diagnosis, where known. */
const Facts = memo(function Facts({ participant: { birthday, diagnose }, setting: { texts, today } }: PartProps) {
  const years = birthday === null ? null : yearsBetween(birthday, today)
  const facts = [years === null ? null : texts.age(years), diagnose].filter(Boolean)
  return facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>
})

/** The day of the last session, and a sign when one can be resumed. Empty until it is known. */
const LastSession = memo(function LastSession({
  participant: { id, code, active },
  setting: { texts, isNarrow, mayRecord, activity },
}: PartProps) {
  const { last_session = null, unfinished = null } = activity?.get(id) ?? {}
  const none = activity === null || isNarrow ? null : '—'
  return (
    <span className={classes.last}>
      <span>{last_session === null ? none : texts.dayOf(last_session)}</span>{' '}
      {unfinished !== null &&
        (active && mayRecord ? (
          <a href={links.resume(id, unfinished)} className={classes.unfinished} aria-label={texts.resumeLabel(code)}>
            {texts.unfinished}
          </a>
        ) : (
          <span className={classes.unfinished}>{texts.unfinished}</span>
        ))}
    </span>
  )
})

// Created once, so that React skips identical elements.
const archiveIcon = <ArchiveIcon />
const restoreIcon = <RestoreIcon />
const microphoneIcon = <MicrophoneIcon size={18} />
const repeatIcon = <RepeatIcon size={18} />
const surveyIcon = <SurveyIcon />

/** Separate from the texts, which change with each letter of a search. */
const ActionCells = memo(function ActionCells({
  participant: { id, code, active },
  participant,
  setting: { texts, isNarrow, mayArchive, mayRecord, maySurvey, isAway, lastOf, openSurvey, setActive },
}: PartProps) {
  const last = active && mayRecord ? lastOf(id) : undefined
  return (
    <>
      <td className={`${classes.action} ${classes.record}`}>
        <RowAction
          label={texts.recordLabel(code)}
          tip={texts.record}
          unavailable={mayRecord ? (active ? null : texts.restoreFirst) : texts.modeLacks}
          href={links.protocol(id)}
        >
          {microphoneIcon}
          {!isNarrow && <span>{texts.record}</span>}
        </RowAction>
        {last !== undefined && (
          <RowAction
            label={texts.repeatLabel(last.name, code)}
            tip={texts.repeat(last.name)}
            unavailable={null}
            isSecond
            href={links.protocol(id, last.protocol)}
          >
            {repeatIcon}
          </RowAction>
        )}
      </td>
      <td className={classes.action}>
        <RowAction
          label={texts.surveyLabel(code)}
          tip={texts.survey}
          unavailable={maySurvey ? (active ? null : texts.restoreFirst) : texts.modeLacks}
          onClick={() => openSurvey(participant)}
        >
          {surveyIcon}
        </RowAction>
      </td>
      <td className={classes.action}>
        <RowAction
          label={active ? texts.archiveLabel(code) : texts.restoreLabel(code)}
          tip={active ? texts.archive : texts.restore}
          unavailable={mayArchive ? (isAway ? texts.needsNetwork : null) : texts.modeLacks}
          onClick={(row, event) => {
            if (!rowClicks.isSecond(event, id)) setActive(participant, !active, row)
          }}
        >
          {active ? archiveIcon : restoreIcon}
        </RowAction>
      </td>
    </>
  )
})
