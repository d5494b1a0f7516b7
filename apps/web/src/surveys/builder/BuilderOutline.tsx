import type { FieldType, SurveyDraft, SurveyDraftField, SurveyGap } from '@fonema/contract'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { addField, addSection, moveField, moveSection, type Selected } from './edit.ts'
import { fieldTypeChoices } from './field-types.ts'
import { fieldId } from './gaps.ts'
import { useNames } from './useNames.ts'

type BuilderOutlineProps = {
  draft: SurveyDraft
  gaps: readonly SurveyGap[]
  selected: Selected
  onSelect: (selected: Selected) => void
  onRemoveField: (field: SurveyDraftField) => void
  onRemoveSection: (key: string) => void
  onChange: (draft: SurveyDraft) => void
}

const isSame = (a: Selected, b: Selected) => JSON.stringify(a) === JSON.stringify(b)

/** The sections and fields in their order. Alt and an arrow move the entry that has the focus. */
export function BuilderOutline(props: BuilderOutlineProps) {
  const { draft, gaps, selected, onSelect, onRemoveField, onRemoveSection, onChange } = props
  const { t } = useTranslation()
  const { ofField, ofSection } = useNames(draft)
  const [type, setType] = useState<FieldType>('radio')
  const missing =
    (...parts: SurveyGap['part'][]) =>
    (name: string | null) =>
      gaps.filter((gap) => parts.includes(gap.part) && (name === null || gap.name === name)).length

  function entry(entered: Selected, title: string, count: number, moves?: (by: -1 | 1) => SurveyDraft) {
    const id = `outline-${entered.part}${'name' in entered ? `-${entered.name}` : ''}`
    function move(by: -1 | 1) {
      if (moves === undefined) return
      onChange(moves(by))
      // The entry may be drawn in another section: the focus follows it.
      requestAnimationFrame(() => document.getElementById(id)?.focus())
    }
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      move(event.key === 'ArrowUp' ? -1 : 1)
    }
    const isOpen = isSame(selected, entered)
    return (
      <>
        <Button
          id={id}
          className={editor.entryName}
          justify="start"
          variant={isOpen ? 'light' : 'subtle'}
          aria-current={isOpen || undefined}
          {...(moves && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown', onKeyDown: onKey })}
          onClick={() => onSelect(entered)}
        >
          <span className={editor.entryText}>
            {title}
            {count > 0 && <span className={editor.missing}>{t('studio__language__missing', { count })}</span>}
          </span>
        </Button>
        {moves &&
          ([-1, 1] as const).map((by) => (
            <ActionIcon
              key={by}
              size="lg"
              variant="subtle"
              aria-label={t(by < 0 ? 'studio__outline__up' : 'studio__outline__down', { title })}
              onClick={() => onChange(moves(by))}
            >
              <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
            </ActionIcon>
          ))}
      </>
    )
  }
  const remove = (title: string, onClick: () => void) => (
    <ActionIcon size="lg" variant="subtle" aria-label={t('studio__outline__remove', { title })} onClick={onClick}>
      <TrashIcon />
    </ActionIcon>
  )
  // A new field goes into the section of what is selected.
  const open = draft.sections.find(({ key, fields }) =>
    selected.part === 'field'
      ? fields.some(({ name }) => name === selected.name)
      : selected.part === 'section' && key === selected.name,
  )
  const target = open ?? draft.sections.at(-1)
  return (
    <Card title={t('builder__outline__title')}>
      <div className={editor.entry}>
        {entry({ part: 'survey' }, t('builder__outline__survey'), missing('survey')(null))}
      </div>
      {draft.sections.map((section) => {
        const title = ofSection(section.key)
        return (
          <div key={section.key} className={editor.block}>
            <div className={editor.entry}>
              {entry({ part: 'section', name: section.key }, title, missing('section')(section.key), (by) =>
                moveSection(draft, section.key, by),
              )}
              {draft.sections.length > 1 && remove(title, () => onRemoveSection(section.key))}
            </div>
            <ol className={editor.items} aria-label={title}>
              {section.fields.map((field) => (
                <li key={field.name} className={editor.entry}>
                  {entry({ part: 'field', name: field.name }, ofField(field), missing('field')(field.name), (by) =>
                    moveField(draft, field.name, by),
                  )}
                  {remove(ofField(field), () => onRemoveField(field))}
                </li>
              ))}
            </ol>
          </div>
        )
      })}
      <div className={editor.add}>
        <NativeSelect
          label={t('builder__field__type')}
          value={type}
          data={fieldTypeChoices(t)}
          onChange={({ currentTarget }) => setType(currentTarget.value as FieldType)}
        />
        <Button
          variant="default"
          id={fieldId({ part: 'section', name: target?.key ?? null, locale: null, field: 'fields' })}
          disabled={target === undefined}
          onClick={() => {
            const added = addField(draft, type, target!.key)
            onChange(added.draft)
            onSelect({ part: 'field', name: added.name })
          }}
        >
          {t('builder__outline__add')}
        </Button>
        <Button
          id={fieldId({ part: 'survey', name: null, locale: null, field: 'sections' })}
          variant="subtle"
          onClick={() => {
            const added = addSection(draft)
            onChange(added.draft)
            onSelect({ part: 'section', name: added.key })
          }}
        >
          {t('builder__outline__add_section')}
        </Button>
      </div>
      <div className={`${editor.entry} ${editor.block}`}>
        {entry({ part: 'scores' }, t('builder__scores__title'), missing('score', 'alert')(null))}
      </div>
    </Card>
  )
}
