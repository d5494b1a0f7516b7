import type { Participant } from '@fonema/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { saveFile } from '../ui/save-file.ts'

/** Saves a participant's record as a FHIR bundle, to hand over to another system. */
export function useRecordDownload({ id, code }: Pick<Participant, 'id' | 'code'>) {
  const { ofFailure } = useFailureTexts()
  return useMutation({
    mutationFn: () => call('GET /user/participants/{participant_id}/fhir/', { params: { participant_id: id } }),
    onSuccess: (bundle) => saveFile(`${code}-fhir.json`, bundle),
    onError: (failure) => showError(ofFailure(failure)),
  })
}
