import type { ClinicalReport } from '@fonema/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'

/** Makes a draft again from what is stored now. The typed texts stay. */
export function useRemake(report: Pick<ClinicalReport, 'id' | 'participant'>, onMade: () => Promise<void>) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  return useMutation({
    mutationFn: () =>
      call('POST /clinical_reports/{participant_id}/{report_id}/remake/', {
        params: { participant_id: report.participant, report_id: report.id },
      }),
    onSuccess: async () => {
      await onMade()
      showSuccess(t('clinical_reports__remake__done'))
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
}
