import type { FieldType, SurveyDraft, SurveyDraftField, SurveyGap } from '@fonema/contract'
import { longestLabel } from '@fonema/contract/survey-limits'
import { isChoice } from '@fonema/contract/survey-versions'
import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { Card } from '../../ui/Card.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { changeField, fieldsOf, renameField } from './edit.ts'
import { fieldTypeChoices } from './field-types.ts'
import { gapsAt } from './gaps.ts'
import { Languages } from './Languages.tsx'
import { withText } from './locales.ts'
import { NameField } from './NameField.tsx'
import { NumberField } from './NumberField.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'

type FieldEditorProps = {
  draft: SurveyDraft
  field: SurveyDraftField
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
  onRenamed: (name: string) => void
}
const empty = { label: '', help: '' }

/** One question: its rules, its words in each language, its options and its condition. */
export function FieldEditor({ draft, field, gaps, onChange, onRenamed }: FieldEditorProps) {
  const { t } = useTranslation()
  const { type, name } = field
  const own = gapsAt(gaps, 'field', name)
  const change = (changes: Partial<SurveyDraftField>) => onChange(changeField(draft, name, changes))
  const errorAt = (property: string, locale: string | null = null) => {
    const code = own.codeOf(property, locale)
    return code === undefined ? undefined : t(`builder__gap__${code}`)
  }
  const isNumber = type === 'number' || type === 'scale'
  return (
    <Card title={t('builder__field__card')}>
      <div className={editor.rules}>
        <NativeSelect
          label={t('builder__field__type')}
          value={type}
          data={fieldTypeChoices(t)}
          onChange={({ currentTarget }) => change({ type: currentTarget.value as FieldType })}
        />
        <NameField
          label={t('builder__field__name')}
          description={t('builder__field__name_hint')}
          name={name}
          used={fieldsOf(draft).map((other) => other.name)}
          onChange={(to) => {
            onChange(renameField(draft, name, to))
            onRenamed(to)
          }}
        />
        {isNumber &&
          (['min', 'max'] as const).map((end) => (
            <NumberField
              key={end}
              id={own.idOf(end)}
              label={t(`builder__field__${end}`)}
              value={field[end]}
              error={errorAt(end)}
              onChange={(value) => change({ [end]: value })}
            />
          ))}
        {(type === 'text' || type === 'textarea') && (
          <NumberField
            label={t('builder__field__max_length')}
            value={field.max_length}
            onChange={(value) => {
              if (value === null || (Number.isInteger(value) && value >= 1 && value <= 5000))
                change({ max_length: value })
            }}
          />
        )}
        <div className={editor.check}>
          <Checkbox
            label={t('builder__field__required')}
            checked={field.required}
            onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
          />
          {type === 'number' && (
            <Checkbox
              mt="sm"
              label={t('builder__field__integer')}
              checked={field.integer}
              onChange={({ currentTarget }) => change({ integer: currentTarget.checked })}
            />
          )}
          {isChoice(type) && (
            <Checkbox
              mt="sm"
              label={t('builder__field__own_words')}
              checked={field.other}
              onChange={({ currentTarget }) => change({ other: currentTarget.checked })}
            />
          )}
        </div>
      </div>
      <Languages locales={draft.locales} id={own.idOf('languages')} missingIn={own.countIn}>
        {(locale) => {
          const texts = field.texts[locale] ?? empty
          const write = (changes: Partial<typeof empty>) =>
            change({ texts: withText(field.texts, locale, empty, changes) })
          return (
            <>
              {(['label', 'help'] as const).map((text) => (
                <Textarea
                  key={text}
                  id={own.idOf(text, locale)}
                  lang={locale}
                  label={t(`builder__field__${text}`)}
                  value={texts[text]}
                  autosize
                  minRows={1}
                  maxLength={longestLabel}
                  error={errorAt(text, locale)}
                  onChange={({ currentTarget }) => write({ [text]: currentTarget.value })}
                />
              ))}
            </>
          )
        }}
      </Languages>
      {isChoice(type) && <OptionsEditor draft={draft} field={field} gaps={own} onChange={onChange} />}
      <ConditionEditor draft={draft} field={field} gaps={own} onChange={(show_when) => change({ show_when })} />
    </Card>
  )
}
