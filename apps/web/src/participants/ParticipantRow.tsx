import type { Participant } from '@fonema/contract'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { Link } from 'react-router'
import { ArchiveIcon, MicrophoneIcon, RestoreIcon, SurveyIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import table from '../ui/table.module.css'
import { fullName } from './full-name.ts'
import { MarkedText } from './MarkedText.tsx'
import classes from './ParticipantList.module.css'
import { RowAction } from './RowAction.tsx'
import { findLettersOf } from './search.ts'

/** What all rows share, found once for the table: a list draws many rows for each letter of a search. */
export type RowSetting = {
  t: TFunction
  isNarrow: boolean
  mayArchive: boolean
  mayRecord: boolean
  maySurvey: boolean
  setActive: (participant: Participant, active: boolean, row: HTMLTableRowElement) => void
}

type ParticipantRowProps = {
  participant: Participant
  /** The letters that a search looks for: those found are drawn in bold. */
  wanted: string
  setting: RowSetting
  /** Its place among all rows, when not all of them are drawn. */
  rowIndex?: number | undefined
}

export const ParticipantRow = memo(function ParticipantRow({
  participant,
  wanted,
  setting: { t, isNarrow, mayArchive, mayRecord, maySurvey, setActive },
  rowIndex,
}: ParticipantRowProps) {
  const { id, code, active } = participant
  const name = fullName(participant)
  const match = wanted === '' ? null : findLettersOf(wanted, participant)
  const nameText = name !== null && <MarkedText text={name} places={match?.name ?? []} />
  const modeLacks = t('participants__list__mode_lacks')

  return (
    <tr aria-rowindex={rowIndex} className={match ? classes.searched : undefined}>
      <td>
        <Link to={links.participant(id)} className={table.link}>
          <span className={classes.text}>
            <MarkedText text={code} places={match?.code ?? []} />
          </span>
          {isNarrow && nameText && <span className={classes.second}>{nameText}</span>}
        </Link>
        {!active && <span className={classes.archived}>{t('participants__list__archived')}</span>}
      </td>
      {!isNarrow && (
        <td>
          {nameText ? (
            <Link to={links.participant(id)} className={classes.name}>
              {nameText}
            </Link>
          ) : (
            '—'
          )}
        </td>
      )}
      <td className={classes.action}>
        <RowAction
          label={t(active ? 'participants__list__archive_label' : 'participants__list__restore_label', { code })}
          tip={t(active ? 'participants__list__archive' : 'participants__list__restore')}
          unavailable={mayArchive ? null : modeLacks}
          onClick={(row) => setActive(participant, !active, row)}
        >
          {active ? <ArchiveIcon /> : <RestoreIcon />}
        </RowAction>
      </td>
      <td className={classes.action}>
        <RowAction
          label={t('participants__list__record_label', { code })}
          tip={t('participants__list__record')}
          unavailable={mayRecord ? (active ? null : t('participants__list__restore_first')) : modeLacks}
          to={links.protocol(id)}
        >
          <MicrophoneIcon size={18} />
          {!isNarrow && <span>{t('participants__list__record')}</span>}
        </RowAction>
      </td>
      <td className={classes.action}>
        <RowAction
          label={t('participants__list__survey_label', { code })}
          tip={t('participants__list__survey')}
          unavailable={maySurvey ? t('participants__list__survey_coming') : modeLacks}
        >
          <SurveyIcon />
        </RowAction>
      </td>
    </tr>
  )
})
