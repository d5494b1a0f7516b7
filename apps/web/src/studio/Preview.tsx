import type { DraftItem, ProtocolDraft, ProtocolItem } from '@fonema/contract'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import classes from '../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { emptyTexts, itemsOf } from './edit.ts'
import { TrialRecording } from './TrialRecording.tsx'

type PreviewedItem = Pick<
  ProtocolItem,
  'title' | 'trigger' | 'image' | 'audio' | 'video' | 'image_alt' | 'video_alt' | 'subtitles'
>

/** How the recorder shows an item. The pages give it, because domains do not import each other. */
export type PreviewParts = {
  Examiner: ComponentType<{ item: PreviewedItem; lang: string }>
  Participant: ComponentType<{ item: PreviewedItem; lang: string; progress: number }>
}

type PreviewProps = {
  draft: ProtocolDraft
  addressOf: (file: string) => string | undefined
  parts: PreviewParts
  onClose: () => void
}

function shown(item: DraftItem, locale: string, addressOf: PreviewProps['addressOf']): PreviewedItem {
  const texts = item.texts[locale] ?? emptyTexts()
  const of = (medium: { file: string } | null) => (medium === null ? null : (addressOf(medium.file) ?? null))
  const { title, trigger, image, audio, video } = texts
  return {
    title,
    trigger,
    image: of(image),
    audio: of(audio),
    video: of(video),
    image_alt: image?.alt ?? null,
    video_alt: video?.alt ?? null,
    subtitles: video?.subtitles == null ? null : (addressOf(video.subtitles) ?? null),
  }
}

/** The draft as the examiner and as the participant will see it, with a recording to try that is stored nowhere. */
export function Preview({ draft, addressOf, parts, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const [locale, setLocale] = useState(draft.locales[0]!)
  const [side, setSide] = useState<'examiner' | 'participant'>('examiner')
  const [at, setAt] = useState(0)
  const items = itemsOf(draft)
  const item = items[at]
  if (item === undefined) return null
  const previewed = shown(item, locale, addressOf)
  const { Examiner, Participant } = parts
  return (
    <Dialog opened title={t('studio__preview__title')} size="xl" onClose={onClose}>
      <div className={classes.previewTools}>
        <SegmentedControl
          value={side}
          data={(['examiner', 'participant'] as const).map((value) => ({
            value,
            label: t(`studio__preview__${value}`),
          }))}
          onChange={(value) => setSide(value as typeof side)}
        />
        <NativeSelect
          aria-label={t('studio__preview__language')}
          value={locale}
          data={draft.locales.map((code) => ({ value: code, label: localeName(code, currentLanguage()) }))}
          onChange={({ currentTarget }) => setLocale(currentTarget.value)}
        />
      </div>
      <div className={classes.stage} data-side={side}>
        {side === 'examiner' ? (
          <Examiner key={`${item.key} ${locale}`} item={previewed} lang={locale} />
        ) : (
          <Participant key={`${item.key} ${locale}`} item={previewed} lang={locale} progress={at / items.length} />
        )}
      </div>
      <TrialRecording key={item.key} maxSeconds={item.max_duration} />
      <div className={classes.previewTools}>
        <Button variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('studio__preview__previous')}
        </Button>
        <span>{t('studio__preview__item_of', { number: at + 1, total: items.length })}</span>
        <Button variant="default" disabled={at === items.length - 1} onClick={() => setAt(at + 1)}>
          {t('studio__preview__next')}
        </Button>
      </div>
    </Dialog>
  )
}
