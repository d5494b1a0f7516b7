import type { ProtocolSummary } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { keyFrom } from '../ui/free-names.ts'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { NewDraft } from '../ui/NewDraft.tsx'
import { emptyDraft } from './edit.ts'

type NewProtocolProps = {
  /** The shipped protocol to begin with; null: an empty one. */
  copyOf: ProtocolSummary | null
  usedKeys: readonly string[]
  onClose: () => void
}

/** Starts a protocol: empty in one language, or as a copy in all languages. */
export function NewProtocol({ copyOf, usedKeys, onClose }: NewProtocolProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  async function start({ name, locale }: { name: string; locale: string }) {
    const body =
      copyOf === null
        ? { content: emptyDraft(keyFrom(name, usedKeys, 'protocol'), name, locale) }
        : { copy_of: copyOf.id, ...(name !== '' && { name }) }
    const { id } = await call('POST /protocol_drafts/', { body, idempotencyKey: keyFor(body) })
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
    await navigate(links.protocolDraft(id))
  }
  return (
    <NewDraft
      title={copyOf === null ? t('studio__new__title') : t('studio__list__copy_of', { name: copyOf.name })}
      copyText={copyOf === null ? null : t('studio__new__copy_text')}
      onStart={start}
      onClose={onClose}
    />
  )
}
