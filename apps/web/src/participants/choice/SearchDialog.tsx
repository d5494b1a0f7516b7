import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { ParticipantChoice } from './ParticipantChoice.tsx'
import classes from './SearchDialog.module.css'

/** Finds a participant and opens their page. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const label = t('participants__choice__search')
  return (
    <Dialog opened title={label} onClose={onClose}>
      <div className={classes.room}>
        <ParticipantChoice
          label={t('participants__list__search')}
          autoFocus
          onChoose={(participant) => {
            onClose()
            if (participant !== null) void navigate(links.participant(participant.id))
          }}
        />
      </div>
    </Dialog>
  )
}
