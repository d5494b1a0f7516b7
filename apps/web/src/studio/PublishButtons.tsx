import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { links } from '../ui/links.ts'
import type { Studio } from './useStudio.ts'

type PublishButtonsProps = { studio: Studio; gaps: readonly ProtocolGap[]; onGaps: () => void }
type Asked = 'publish' | 'retire' | 'remove'

/** Publishes, retires or deletes the protocol after a question. Each works on what is saved. */
export function PublishButtons({ studio, gaps, onGaps }: PublishButtonsProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { server } = studio
  const params = { draft_id: server.id }
  const act = useMutation({
    mutationFn: async (action: Asked) => {
      const saved = await studio.save()
      // The page says why it could not be saved.
      if (saved === null) return
      const body = { revision: saved.revision }
      if (action === 'remove') {
        await call('DELETE /protocol_drafts/{draft_id}/', { params })
        await navigate(links.protocols)
      } else if (action === 'publish') {
        const idempotencyKey = keyFor({ ...params, ...body, version: saved.version, state: saved.state })
        studio.accept(await call('POST /protocol_drafts/{draft_id}/publish/', { params, body, idempotencyKey }))
        showSuccess(t('studio__publish__done'))
      } else {
        studio.accept(await call('POST /protocol_drafts/{draft_id}/retire/', { params, body }))
        showSuccess(t('studio__retire__done'))
      }
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/') })
    },
    onSettled: () => setAsked(null),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const isCurrent = server.state === 'published' && !server.is_changed && studio.saving.state === 'saved'
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
      <Button disabled={isCurrent} onClick={() => (gaps.length > 0 ? onGaps() : setAsked('publish'))}>
        {gaps.length > 0 ? t('studio__publish__gaps', { count: gaps.length }) : t('studio__publish__open')}
      </Button>
      {asked !== null && (
        <Dialog opened title={t(`studio__question__title_${asked}`)} onClose={() => setAsked(null)}>
          <p>{t(`studio__question__text_${asked}`)}</p>
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
