import type { Participant } from '@fonema/contract'
import { ActionIcon, Loader, Menu } from '@mantine/core'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { useTranslation } from '../ui/i18n.ts'
import { ArchiveIcon, DownloadIcon, EditIcon, FileIcon, MoreIcon, PrintIcon, SurveyIcon } from '../ui/icons.tsx'
import { links } from '../ui/links.ts'
import { useRecordDownload } from './useRecordDownload.ts'

export type ParticipantDialog = 'files' | 'report' | 'archived_sessions' | 'archived_surveys'

type Props = { participant: Pick<Participant, 'id' | 'code'>; onOpen: (dialog: ParticipantDialog) => void }

/** Further actions for a participant. Files are not offered if the mode may not read them. */
export function ParticipantMenu({ participant, onOpen }: Props) {
  const { id } = participant
  const { t } = useTranslation()
  const mayReadFiles = useAccess({ feature: 'readFiles' })
  const mayReadResults = useAccess({ feature: 'readProtocolRes' })
  const mayTakeAway = useAccess({ feature: 'downloadProtocolRes' })
  const record = useRecordDownload(participant)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={46}
          aria-label={t('participants__menu__open')}
          title={t('participants__menu__open')}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={links.editParticipant(id)} leftSection={<EditIcon />}>
          {t('participants__edit__title')}
        </Menu.Item>
        {mayReadFiles && (
          <Menu.Item leftSection={<FileIcon />} onClick={() => onOpen('files')}>
            {t('participants__menu__files')}
          </Menu.Item>
        )}
        {mayReadResults && (
          <Menu.Item component={Link} to={links.reports(id)} leftSection={<FileIcon />}>
            {t('participants__menu__reports')}
          </Menu.Item>
        )}
        {mayReadResults && mayTakeAway && (
          <Menu.Item leftSection={<PrintIcon />} onClick={() => onOpen('report')}>
            {t('participants__menu__report')}
          </Menu.Item>
        )}
        {mayReadResults && mayTakeAway && (
          <Menu.Item
            closeMenuOnClick={false}
            disabled={record.isPending}
            leftSection={record.isPending ? <Loader size={16} /> : <DownloadIcon />}
            onClick={() => record.mutate()}
          >
            {t('participants__menu__fhir')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<ArchiveIcon />} onClick={() => onOpen('archived_sessions')}>
          {t('participants__menu__archived_sessions')}
        </Menu.Item>
        <Menu.Item leftSection={<SurveyIcon />} onClick={() => onOpen('archived_surveys')}>
          {t('participants__menu__archived_surveys')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
