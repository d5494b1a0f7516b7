import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../ui/alerts.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { showUndo } from '../../ui/UndoAlert.tsx'
import { type Result, useSetResultActive } from './useActivity.ts'

/** Archives an active result, restores an archived one. What was archived can be brought back from the alert. */
export function useArchiveResult(participantId: string) {
  const { t } = useTranslation()
  const change = useSetResultActive(participantId, ({ given, active }) => {
    const names = namesOf(given)
    if (active) showSuccess(t('participants__activity__restored', names))
    else
      showUndo({
        message: t('participants__activity__archived_done', names),
        undoText: t('participants__list__restore'),
        onUndo: () => change.mutate({ given, active: true }),
      })
  })
  return (given: Result) => change.mutate({ given, active: !given.result.active })
}

/** What a text says of a result. */
export function namesOf({ kind, result }: Result) {
  return {
    protocol: kind === 'protocolres' ? result.protocol.name : result.survey.name,
    date: formatApiDate(result.date_created, currentLanguage()),
  }
}
