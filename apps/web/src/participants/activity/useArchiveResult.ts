import { showSuccess } from '../../ui/alerts.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { showUndo } from '../../ui/UndoAlert.tsx'
import { type Result, useSetResultActive } from './useActivity.ts'

/** Archives an active result or restores an archived one. The alert offers to undo archiving. */
export function useArchiveResult(participantId: string) {
  const { t } = useTranslation()
  const { mutate } = useSetResultActive(participantId, announce)

  function announce({ given, active }: { given: Result; active: boolean }) {
    const names = namesOf(given)
    if (active) showSuccess(t('participants__activity__restored', names))
    else
      showUndo({
        message: t('participants__activity__archived_done', names),
        undoText: t('participants__list__restore'),
        onUndo: () => mutate({ given, active: true }),
      })
  }

  return (given: Result) => mutate({ given, active: !given.result.active })
}

/** The texts' variables for a result. */
export function namesOf({ kind, result }: Result) {
  return {
    protocol: kind === 'protocolres' ? result.protocol.name : result.survey.name,
    date: formatApiDate(result.date_created, currentLanguage()),
  }
}
