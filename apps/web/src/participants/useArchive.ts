import type { Participant } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../ui/alerts.ts'
import { showUndo } from '../ui/UndoAlert.tsx'
import { useSetActive } from './useSetActive.ts'

/** Archives or restores from a row of the list. An archived participant can be brought back from the alert. */
export function useArchive() {
  const { t } = useTranslation()
  const change = useSetActive(({ participant, active }) => {
    const { code } = participant
    if (active) showSuccess(t('participants__list__restored', { code }))
    else
      showUndo({
        message: t('participants__list__archived_done', { code }),
        undoText: t('participants__list__restore'),
        onUndo: () => change.mutate({ participant, active: true }),
      })
  })

  return (participant: Participant, active: boolean, row: HTMLTableRowElement) => {
    const before = row.previousElementSibling
    change.mutate({ participant, active })
    // The keyboard goes on in the row that takes the place of one that left; where the last one left, in the one before.
    requestAnimationFrame(() => {
      if (!row.isConnected) before?.querySelector('button')?.focus()
    })
  }
}
