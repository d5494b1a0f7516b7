import type { ProtocolDraft } from '@fonema/contract'
import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { GapCard } from '../ui/GapCard.tsx'
import { type TextKey, useTranslation } from '../ui/i18n.ts'
import { itemsOf } from './edit.ts'
import { fieldId } from './gaps.ts'

type GapListProps = {
  id: string
  draft: ProtocolDraft
  gaps: readonly ProtocolGap[]
  /** What is stored is published as it is. */
  isPublished: boolean
  onGo: (gap: ProtocolGap) => void
}

/** What is missing before the protocol can be published. */
export function GapList({ id, draft, gaps, isPublished, onGo }: GapListProps) {
  const { t } = useTranslation()
  const titles = new Map(
    itemsOf(draft).map((item) => [
      item.key,
      draft.locales.map((locale) => item.texts[locale]?.title).find((title) => title) ||
        t(`studio__kind__${item.category}`),
    ]),
  )
  const partOf = (item: string | null) => (item === null ? t('studio__outline__protocol') : (titles.get(item) ?? item))
  return (
    <GapCard
      id={id}
      gaps={gaps}
      noneText={t(isPublished ? 'studio__gaps__published' : 'studio__gaps__none')}
      idOf={fieldId}
      namesOf={({ item, field }) => [partOf(item), t(`studio__field__${field.replace('.', '_')}` as TextKey)]}
      problemOf={({ code }) => t(`studio__gap__${code}`)}
      onGo={onGo}
    />
  )
}
