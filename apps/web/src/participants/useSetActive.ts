import type { Participant } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { cancelParticipants, keepParticipant, refreshParticipants, showActive } from '../api/participants.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'

type Change = { participant: Participant; active: boolean }

/** Archives or restores. Shown at once, then sent; reverted with a message if the server refuses. */
export function useSetActive(onDone: (change: Change) => void) {
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  return useMutation({
    mutationFn: ({ participant, active }: Change) =>
      call(
        active
          ? 'PATCH /user/participants/{participant_id}/activate/'
          : 'PATCH /user/participants/{participant_id}/inactivate/',
        { params: { participant_id: participant.id } },
      ),
    onMutate: async ({ participant, active }) => {
      showActive(client, participant.id, active)
      await cancelParticipants(client)
    },
    onSuccess: (answer, change) => {
      keepParticipant(client, answer)
      onDone(change)
    },
    onError: (error, { participant, active }) => {
      showActive(client, participant.id, !active)
      showError(ofFailure(error))
      return refreshParticipants(client)
    },
  })
}
