import type { DraftItem, ItemKind, ProtocolDraft, ProtocolMedium } from '@fonema/contract'
import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { itemKinds, mostRepeats } from '@fonema/contract/protocol-limits'
import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { Card } from '../ui/Card.tsx'
import classes from '../ui/editor.module.css'
import { useTranslation } from '../ui/i18n.ts'
import { changeItem, changeTexts, emptyTexts } from './edit.ts'
import { fieldId, gapsAt } from './gaps.ts'
import { ItemTexts } from './ItemTexts.tsx'

type ItemEditorProps = {
  draft: ProtocolDraft
  item: DraftItem
  gaps: readonly ProtocolGap[]
  addressOf: (file: string) => string | undefined
  onUploaded: (medium: ProtocolMedium) => void
  onChange: (draft: ProtocolDraft) => void
}

/** One item: its rules, and its language versions side by side. */
export function ItemEditor({ draft, item, gaps, addressOf, onUploaded, onChange }: ItemEditorProps) {
  const { t } = useTranslation()
  const change = (changes: Partial<DraftItem>) => onChange(changeItem(draft, item.key, changes))
  const own = gapsAt(gaps, item.key, null)
  const number = (value: string | number) => (typeof value === 'number' ? value : Number.NaN)
  function spread(from: string, kind: 'image' | 'audio' | 'video') {
    const medium = item.texts[from]?.[kind] ?? null
    onChange(draft.locales.reduce((all, locale) => changeTexts(all, item.key, locale, { [kind]: medium }), draft))
  }
  return (
    <Card title={t('studio__item__card')}>
      <div className={classes.rules}>
        <NativeSelect
          label={t('studio__item__kind')}
          value={item.category}
          data={itemKinds.map((kind) => ({ value: kind, label: t(`studio__kind__${kind}`) }))}
          onChange={({ currentTarget }) => change({ category: currentTarget.value as ItemKind })}
        />
        <NumberInput
          label={t('studio__item__min')}
          value={item.min_duration}
          min={0}
          max={3600}
          onChange={(value) => Number.isFinite(number(value)) && change({ min_duration: number(value) })}
        />
        <NumberInput
          id={fieldId({ item: item.key, locale: null, field: 'max_duration' })}
          label={t('studio__item__max')}
          description={t('studio__item__max_hint')}
          value={item.max_duration ?? ''}
          min={1}
          max={3600}
          error={own.has('max_duration') && t('studio__gap__max_below_min')}
          onChange={(value) => change({ max_duration: value === '' ? null : number(value) || null })}
        />
        <NumberInput
          label={t('studio__item__repeats')}
          value={item.repeats}
          min={1}
          max={mostRepeats}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(value) => Number.isInteger(value) && number(value) >= 1 && change({ repeats: number(value) })}
        />
        <Checkbox
          className={classes.check}
          label={t('studio__item__skippable')}
          checked={item.skippable}
          onChange={({ currentTarget }) => change({ skippable: currentTarget.checked })}
        />
      </div>
      <div className={classes.languages}>
        {draft.locales.map((locale) => (
          <ItemTexts
            key={locale}
            item={item}
            locale={locale}
            texts={item.texts[locale] ?? emptyTexts()}
            gaps={gapsAt(gaps, item.key, locale)}
            addressOf={addressOf}
            onUploaded={onUploaded}
            onChange={(changes) => onChange(changeTexts(draft, item.key, locale, changes))}
            onUseEverywhere={draft.locales.length > 1 ? (kind) => spread(locale, kind) : undefined}
          />
        ))}
      </div>
    </Card>
  )
}
