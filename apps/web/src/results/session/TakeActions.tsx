import type { ItemResponse } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryKeyOf } from '../../api/query.ts'
import classes from '../../takes/RecordModal.module.css'
import { SkipModal } from '../../takes/SkipModal.tsx'
import type { ListedTake } from '../../takes/takes.ts'
import { UseTakeModal } from '../../takes/UseTakeModal.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import type { SessionPath } from './useSession.ts'

const itemPath = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/' as const

type TakeActionsProps = {
  session: SessionPath
  answer: ItemResponse
  takes: readonly ListedTake[]
  shown: ListedTake
  isCompleted: boolean
}

/** The examiner's actions for a stored take that does not count. */
export function TakeActions({ session, answer, takes, shown, isCompleted }: TakeActionsProps) {
  const { t } = useTranslation()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const [dialog, setDialog] = useState<'use' | 'skip' | null>(null)
  const close = () => setDialog(null)
  const params = { ...session, protocol_item_id: answer.protocol_item.id }
  const use = useDecision(
    (reason: string | undefined) =>
      call(`PATCH ${itemPath}`, { params, body: { take: shown.take, ...(reason !== undefined && { reason }) } }),
    close,
  )
  const skip = useDecision(
    (purpose: string) => call(`POST ${itemPath}`, { params, body: { skipped_purpose: purpose } }),
    close,
  )
  const isOpen = !answer.is_skipped && !takes.some(({ counts }) => counts)
  if (!mayRecord || shown.counts) return null
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => setDialog('use')}>
        {t(shown.interrupted ? 'responses__take__use_as_it_is' : 'responses__take__use')}
      </Button>
      {isOpen && (
        <Button variant="subtle" onClick={() => setDialog('skip')}>
          {t('responses__take__without')}
        </Button>
      )}
      <UseTakeModal
        opened={dialog === 'use'}
        needsReason={isCompleted}
        failure={<Failure error={use.error} />}
        isPending={use.isPending}
        onUse={use.mutate}
        onClose={close}
      />
      <SkipModal
        opened={dialog === 'skip'}
        isRequired={!answer.protocol_item.skippable}
        failure={<Failure error={skip.error} />}
        isPending={skip.isPending}
        onSkip={skip.mutate}
        onClose={close}
      />
    </div>
  )
}

function Failure({ error }: { error: Error | null }) {
  const { ofFailure } = useFailureTexts()
  if (error === null) return null
  return (
    <Alert color="red" mt="md" role="alert">
      {ofFailure(error)}
    </Alert>
  )
}

/** Changes an item's answer, and updates the session, its results and the participant's list. */
function useDecision<Given>(decide: (given: Given) => Promise<ItemResponse>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({
          queryKey: queryKeyOf('GET /protocols/responses/{participant_id}/{protocol_res_id}/'),
        }),
        client.invalidateQueries({ queryKey: queryKeyOf('GET /protocols/responses/{participant_id}/') }),
      ])
      onDone()
    },
  })
}
