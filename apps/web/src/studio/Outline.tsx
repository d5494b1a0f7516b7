import type { DraftItem, ItemKind, ProtocolDraft } from '@fonema/contract'
import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { itemKinds } from '@fonema/contract/protocol-limits'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Card } from '../ui/Card.tsx'
import classes from '../ui/editor.module.css'
import { useTranslation } from '../ui/i18n.ts'
import { TrashIcon } from '../ui/icons.tsx'
import { addBlock, addItem, changeBlock, moveItem, removeBlock } from './edit.ts'
import { fieldId } from './gaps.ts'

type OutlineProps = {
  draft: ProtocolDraft
  gaps: readonly ProtocolGap[]
  selected: string | null
  onSelect: (item: string | null) => void
  onRemove: (item: DraftItem) => void
  onChange: (draft: ProtocolDraft) => void
}

/** The items in their order, by blocks. Alt and an arrow move the item that has the focus. */
export function Outline({ draft, gaps, selected, onSelect, onRemove, onChange }: OutlineProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<ItemKind>('sustained_vowel')
  const titleOf = (item: DraftItem) =>
    draft.locales.map((locale) => item.texts[locale]?.title).find((title) => title) ||
    t(`studio__kind__${item.category}`)
  function move(key: string, by: -1 | 1) {
    onChange(moveItem(draft, key, by))
    // The entry may be drawn in another block: the focus follows it.
    requestAnimationFrame(() => document.getElementById(`outline-${key}`)?.focus())
  }
  function onKey(event: KeyboardEvent, key: string) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(key, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Card title={t('studio__outline__title')}>
      <Button
        fullWidth
        justify="start"
        variant={selected === null ? 'light' : 'subtle'}
        aria-current={selected === null || undefined}
        onClick={() => onSelect(null)}
      >
        {t('studio__outline__protocol')}
      </Button>
      {draft.blocks.map((block, at) => (
        <fieldset key={block.key} className={classes.block}>
          <legend>{t('studio__outline__block', { number: at + 1 })}</legend>
          <div className={classes.row}>
            <NativeSelect
              label={t('studio__outline__order')}
              value={block.order}
              data={(['fixed', 'random'] as const).map((value) => ({ value, label: t(`studio__order__${value}`) }))}
              onChange={({ currentTarget }) =>
                onChange(changeBlock(draft, block.key, { order: currentTarget.value as 'fixed' | 'random' }))
              }
            />
            {at > 0 && (
              <Button size="sm" variant="subtle" onClick={() => onChange(removeBlock(draft, block.key))}>
                {t('studio__outline__join')}
              </Button>
            )}
          </div>
          <ol className={classes.items}>
            {block.items.map((item) => {
              const missing = gaps.filter((gap) => gap.item === item.key).length
              const title = titleOf(item)
              return (
                <li key={item.key} className={classes.entry}>
                  <Button
                    id={`outline-${item.key}`}
                    className={classes.entryName}
                    justify="start"
                    variant={selected === item.key ? 'light' : 'subtle'}
                    aria-current={selected === item.key || undefined}
                    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                    onKeyDown={(event) => onKey(event, item.key)}
                    onClick={() => onSelect(item.key)}
                  >
                    <span className={classes.entryText}>
                      {title}
                      {item.repeats > 1 && ` × ${item.repeats}`}
                      {missing > 0 && (
                        <span className={classes.missing}>{t('studio__language__missing', { count: missing })}</span>
                      )}
                    </span>
                  </Button>
                  {([-1, 1] as const).map((by) => (
                    <ActionIcon
                      key={by}
                      size="lg"
                      variant="subtle"
                      aria-label={t(by < 0 ? 'studio__outline__up' : 'studio__outline__down', { title })}
                      onClick={() => onChange(moveItem(draft, item.key, by))}
                    >
                      <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
                    </ActionIcon>
                  ))}
                  <ActionIcon
                    size="lg"
                    variant="subtle"
                    aria-label={t('studio__outline__remove', { title })}
                    onClick={() => onRemove(item)}
                  >
                    <TrashIcon />
                  </ActionIcon>
                </li>
              )
            })}
          </ol>
        </fieldset>
      ))}
      <div className={classes.add}>
        <NativeSelect
          label={t('studio__outline__kind')}
          value={kind}
          data={itemKinds.map((one) => ({ value: one, label: t(`studio__kind__${one}`) }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as ItemKind)}
        />
        <Button
          id={fieldId({ item: null, locale: null, field: 'items' })}
          variant="default"
          onClick={() => {
            const added = addItem(draft, kind)
            onChange(added.draft)
            onSelect(added.key)
          }}
        >
          {t('studio__outline__add')}
        </Button>
        <Button variant="subtle" onClick={() => onChange(addBlock(draft))}>
          {t('studio__outline__add_block')}
        </Button>
      </div>
    </Card>
  )
}
