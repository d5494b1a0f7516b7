import type { Participant } from '@fonema/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { keepParticipant, participantsQuery } from './useParticipants.ts'

type Change = { participant: Participant; active: boolean }

/** Archives or restores. Shown at once, then sent; reverted with a message if the server refuses. */
export function useSetActive(onDone: (change: Change) => void) {
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  // Changes only this participant: another change may be under way.
  const show = (participantId: string, active: boolean) =>
    client.setQueryData(participantsQuery.queryKey, (all) =>
      all?.map((participant) => (participant.id === participantId ? { ...participant, active } : participant)),
    )
  return useMutation({
    mutationFn: ({ participant, active }: Change) =>
      call(
        active
          ? 'PATCH /user/participants/{participant_id}/activate/'
          : 'PATCH /user/participants/{participant_id}/inactivate/',
        { params: { participant_id: participant.id } },
      ),
    onMutate: async ({ participant, active }) => {
      show(participant.id, active)
      // A response already under way would restore the old state.
      await client.cancelQueries({ queryKey: participantsQuery.queryKey })
    },
    onSuccess: (answer, change) => {
      keepParticipant(client, answer)
      onDone(change)
    },
    onError: (error, { participant, active }) => {
      show(participant.id, !active)
      showError(ofFailure(error))
      return client.invalidateQueries({ queryKey: participantsQuery.queryKey })
    },
  })
}
