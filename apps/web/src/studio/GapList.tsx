import type { ProtocolDraft } from '@fonema/contract'
import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import classes from '../ui/editor.module.css'
import { currentLanguage, type TextKey } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { itemsOf } from './edit.ts'
import { fieldId } from './gaps.ts'

type GapListProps = {
  draft: ProtocolDraft
  gaps: readonly ProtocolGap[]
  onGo: (gap: ProtocolGap) => void
}

/** What is missing before the protocol can be published, each with a link to its field. */
export function GapList({ draft, gaps, onGo }: GapListProps) {
  const { t } = useTranslation()
  const titles = new Map(
    itemsOf(draft).map((item) => [
      item.key,
      draft.locales.map((locale) => item.texts[locale]?.title).find((title) => title) ||
        t(`studio__kind__${item.category}`),
    ]),
  )
  return (
    <Card title={t('studio__gaps__title')}>
      {gaps.length === 0 ? (
        <p className={classes.hint}>{t('studio__gaps__none')}</p>
      ) : (
        <ul className={classes.gaps}>
          {gaps.map((gap) => (
            <li key={`${fieldId(gap)}-${gap.code}`}>
              <Anchor component="button" type="button" onClick={() => onGo(gap)}>
                {[
                  gap.item === null ? t('studio__outline__protocol') : (titles.get(gap.item) ?? gap.item),
                  gap.locale === null ? null : localeName(gap.locale, currentLanguage()),
                  t(`studio__field__${gap.field.replace('.', '_')}` as TextKey),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </Anchor>
              {`: ${t(`studio__gap__${gap.code}`)}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
