import type { DraftState } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError } from './alerts.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { useFailureTexts } from './failure-texts.ts'
import { useTranslation } from './i18n.ts'
import type { Saving } from './useEditedDraft.ts'

export type DraftAction = 'publish' | 'retire' | 'remove'
type Draft = { id: string; revision: number; version: number | null; state: DraftState; is_changed: boolean }

/** Whether what is stored is published as it is. */
export const isPublished = ({ state, is_changed }: Pick<Draft, 'state' | 'is_changed'>) =>
  state === 'published' && !is_changed

type PublishDraftProps = {
  edited: { server: Draft; saving: Saving; save: () => Promise<Draft | null> }
  gapCount: number
  onGaps: () => void
  questionOf: (action: DraftAction) => { title: string; text: string }
  /** Carries an action out on a revision. */
  onAct: (action: DraftAction, revision: number, idempotencyKey: string) => Promise<void>
}

/** Publishes, retires or deletes a draft after a question. Each works on what is saved. */
export function PublishDraft({ edited, gapCount, onGaps, questionOf, onAct }: PublishDraftProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { keyFor } = useIdempotencyKey()
  const [asked, setAsked] = useState<DraftAction | null>(null)
  const { server } = edited
  const act = useMutation({
    mutationFn: async (action: DraftAction) => {
      const saved = await edited.save()
      // The page says why it could not be saved.
      if (saved === null) return
      const { id, revision, version, state } = saved
      await onAct(action, revision, keyFor({ id, revision, version, state }))
    },
    onSettled: () => setAsked(null),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const isCurrent = isPublished(server) && edited.saving.state === 'saved'
  return (
    <>
      {server.state === 'published' && (
        <Button variant="default" onClick={() => setAsked('retire')}>
          {t('studio__retire__open')}
        </Button>
      )}
      {server.state === 'draft' && (
        <Button variant="default" onClick={() => setAsked('remove')}>
          {t('studio__remove__open')}
        </Button>
      )}
      <Button disabled={isCurrent} onClick={() => (gapCount > 0 ? onGaps() : setAsked('publish'))}>
        {gapCount > 0 ? t('studio__publish__gaps', { count: gapCount }) : t('studio__publish__open')}
      </Button>
      {asked !== null && (
        <Dialog opened title={questionOf(asked).title} onClose={() => setAsked(null)}>
          <p>{questionOf(asked).text}</p>
          <DialogButtons cancel={{ text: t('studio__action__cancel'), onClick: () => setAsked(null) }}>
            <Button
              {...(asked === 'remove' && { color: 'red' })}
              loading={act.isPending}
              data-autofocus
              onClick={() => act.mutate(asked)}
            >
              {t(`studio__question__confirm_${asked}`)}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
