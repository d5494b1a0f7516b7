import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { type DraftAction, PublishDraft } from '../ui/PublishDraft.tsx'
import type { Studio } from './useStudio.ts'

type PublishButtonsProps = { studio: Studio; gaps: readonly ProtocolGap[]; onGaps: () => void }

/** Publishes, retires or deletes the protocol. */
export function PublishButtons({ studio, gaps, onGaps }: PublishButtonsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { draft_id: studio.server.id }
  async function act(action: DraftAction, revision: number, idempotencyKey: string) {
    const body = { revision }
    if (action === 'remove') {
      await call('DELETE /protocol_drafts/{draft_id}/', { params })
      await navigate(links.protocols)
    } else if (action === 'publish') {
      studio.accept(await call('POST /protocol_drafts/{draft_id}/publish/', { params, body, idempotencyKey }))
      showSuccess(t('studio__publish__done'))
    } else {
      studio.accept(await call('POST /protocol_drafts/{draft_id}/retire/', { params, body }))
      showSuccess(t('studio__retire__done'))
    }
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/') })
  }
  return (
    <PublishDraft
      edited={studio}
      gapCount={gaps.length}
      onGaps={onGaps}
      questionOf={(action) => ({
        title: t(`studio__question__title_${action}`),
        text: t(`studio__question__text_${action}`),
      })}
      onAct={act}
    />
  )
}
