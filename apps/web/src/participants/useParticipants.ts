import type { Participant } from '@fonema/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryFor } from '../api/query.ts'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'

export const participantsQuery = queryFor('GET /user/participants/')

/** One of the examiner's participants; `undefined` data once loaded means that there is none of that id. */
export function useParticipant(participantId: string) {
  return useQuery({ ...participantsQuery, select: (all) => all.find(({ id }) => id === participantId) ?? null })
}

/** Last name, then first name; null when neither is known. */
export function fullName({ first_name, last_name }: Pick<Participant, 'first_name' | 'last_name'>): string | null {
  return [last_name, first_name].filter((name) => name !== null && name !== '').join(', ') || null
}

/** Archives or restores: shown at once, then sent; taken back when the server refuses. */
export function useSetActive() {
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const show = (participantId: string, active: boolean) =>
    client.setQueryData(participantsQuery.queryKey, (all) =>
      all?.map((participant) => (participant.id === participantId ? { ...participant, active } : participant)),
    )
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      call(
        active
          ? 'PATCH /user/participants/{participant_id}/activate/'
          : 'PATCH /user/participants/{participant_id}/inactivate/',
        { params: { participant_id: id } },
      ),
    onMutate: async ({ id, active }) => {
      await client.cancelQueries({ queryKey: participantsQuery.queryKey })
      show(id, active)
    },
    onError: (error, { id, active }) => {
      show(id, !active)
      showError(ofFailure(error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: participantsQuery.queryKey }),
  })
}
