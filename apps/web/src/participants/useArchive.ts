import type { Participant } from '@fonema/contract'
import { showSuccess } from '../ui/alerts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { showUndo } from '../ui/UndoAlert.tsx'
import { useSetActive } from './useSetActive.ts'

/** Archives or restores from a row of the list. The alert offers to undo archiving. */
export function useArchive() {
  const { t } = useTranslation()
  const { mutate } = useSetActive(announce)

  function announce({ participant, active }: { participant: Participant; active: boolean }) {
    const { code } = participant
    if (active) showSuccess(t('participants__list__restored', { code }))
    else
      showUndo({
        message: t('participants__list__archived_done', { code }),
        undoText: t('participants__list__restore'),
        onUndo: () => mutate({ participant, active: true }),
      })
  }

  return (participant: Participant, active: boolean, row: HTMLTableRowElement) => {
    const before = row.previousElementSibling
    mutate({ participant, active })
    // The focus moves to the row that replaces the removed one, or to the row before if the last one was removed.
    requestAnimationFrame(() => {
      if (!row.isConnected) before?.querySelector('button')?.focus()
    })
  }
}
