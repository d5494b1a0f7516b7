import type { Participant } from '@fonema/contract'
import { ActionIcon, Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { ArchiveIcon, MicrophoneIcon, RestoreIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import table from '../ui/table.module.css'
import { MarkedText } from './MarkedText.tsx'
import classes from './ParticipantList.module.css'
import type { Match } from './search.ts'
import { fullName, useSetActive } from './useParticipants.ts'

type ParticipantRowProps = {
  participant: Participant
  /** What a search found in it: its letters are drawn in bold. */
  match: Match | undefined
}

export function ParticipantRow({ participant, match }: ParticipantRowProps) {
  const { t } = useTranslation()
  const mayArchive = useAccess({ feature: 'archiveParticipant' })
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const setActive = useSetActive()
  const { id, code, active } = participant
  const name = fullName(participant)
  const nameText = name !== null && <MarkedText text={name} positions={match?.name ?? []} />

  return (
    <tr className={match && classes.searched}>
      <td>
        <Link to={links.participant(id)} className={table.link}>
          <MarkedText text={code} positions={match?.code ?? []} />
          {nameText && <span className={table.second}>{nameText}</span>}
        </Link>
        {!active && (
          <Badge color="gray" variant="light" className={classes.archived}>
            {t('participants__list__archived')}
          </Badge>
        )}
      </td>
      <td className={table.wide}>
        {nameText ? (
          <Link to={links.participant(id)} className={classes.name}>
            {nameText}
          </Link>
        ) : (
          '—'
        )}
      </td>
      <td className={table.action}>
        {mayArchive && (
          <ActionIcon
            color={active ? 'gray' : 'teal'}
            aria-label={t(active ? 'participants__list__archive_label' : 'participants__list__restore_label', { code })}
            title={t(active ? 'participants__list__archive' : 'participants__list__restore')}
            onClick={() => setActive.mutate({ id, active: !active })}
          >
            {active ? <ArchiveIcon /> : <RestoreIcon />}
          </ActionIcon>
        )}
      </td>
      <td className={table.action}>
        {mayRecord && active && (
          <Button
            component={Link}
            to={links.protocol(id)}
            variant="light"
            className={classes.record}
            aria-label={t('participants__list__record_label', { code })}
          >
            <MicrophoneIcon size={18} />
            <span className={classes.recordText}>{t('participants__list__record')}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}
