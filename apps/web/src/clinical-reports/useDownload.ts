import type { ClinicalReportSummary } from '@fonema/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { saveFile } from '../ui/save-file.ts'

type Report = Pick<ClinicalReportSummary, 'id' | 'participant' | 'number' | 'version'>

/** Saves a report's PDF as a file. */
export function useDownload() {
  const { ofFailure } = useFailureTexts()
  return useMutation({
    mutationFn: ({ id, participant }: Report) =>
      call('GET /clinical_reports/{participant_id}/{report_id}/pdf/', {
        params: { participant_id: participant, report_id: id },
      }),
    onSuccess: (pdf, { number, version }) => saveFile(`${number}-v${version}.pdf`, pdf),
    onError: (failure) => showError(ofFailure(failure)),
  })
}
