import type { Participant } from '@fonema/contract'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../ui/alerts.ts'
import classes from './ParticipantList.module.css'
import { useSetActive } from './useSetActive.ts'

/** Archives or restores from a row of the list. An archived participant can be brought back from the alert. */
export function useArchive() {
  const { t } = useTranslation()
  const change = useSetActive(({ participant, active }) => {
    if (active) showSuccess(t('participants__list__restored', { code: participant.code }))
    else showSuccess(<Archived participant={participant} />)
  })

  function Archived({ participant }: { participant: Participant }) {
    return (
      <span className={classes.alert}>
        {t('participants__list__archived_done', { code: participant.code })}
        <UnstyledButton className={classes.undo} onClick={() => change.mutate({ participant, active: true })}>
          {t('participants__list__restore')}
        </UnstyledButton>
      </span>
    )
  }

  return (participant: Participant, active: boolean, row: HTMLTableRowElement) => {
    const before = row.previousElementSibling
    change.mutate({ participant, active })
    // The keyboard goes on in the row that takes the place of one that left; where the last one left, in the one before.
    requestAnimationFrame(() => {
      if (!row.isConnected) before?.querySelector('button')?.focus()
    })
  }
}
