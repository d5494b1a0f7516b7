import type { SurveyDraft, SurveyDraftField, SurveyDraftOption } from '@fonema/contract'
import { longestLabel } from '@fonema/contract/survey-limits'
import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import editor from '../../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import classes from './Builder.module.css'
import { changeField, newOption } from './edit.ts'
import type { PartGaps } from './gaps.ts'
import { withText } from './locales.ts'
import { NumberField } from './NumberField.tsx'

type OptionsEditorProps = {
  draft: SurveyDraft
  field: SurveyDraftField
  gaps: PartGaps
  onChange: (draft: SurveyDraft) => void
}

/** The options of a choice, in their order: words in each language, and what they count. */
export function OptionsEditor({ draft, field, gaps, onChange }: OptionsEditorProps) {
  const { t } = useTranslation()
  const { options, name } = field
  const set = (next: SurveyDraftOption[]) => onChange(changeField(draft, name, { options: next }))
  const put = (at: number, changes: Partial<SurveyDraftOption>) =>
    set(options.map((option, index) => (index === at ? { ...option, ...changes } : option)))
  const code = gaps.codeOf('options')
  const countsHere = field.type !== 'multiselect' && !field.other
  return (
    <fieldset className={editor.block} id={gaps.idOf('options')} tabIndex={-1}>
      <legend>{t('builder__field__options')}</legend>
      {code !== undefined && <p className={editor.error}>{t(`builder__gap__${code}`)}</p>}
      {!countsHere && <p className={editor.hint}>{t('builder__option__counts_not')}</p>}
      <ol className={classes.rows}>
        {options.map((option, at) => (
          <li key={option.value} className={classes.row}>
            <div className={classes.cells}>
              {draft.locales.map((locale) => {
                const property = `options.${option.value}.label`
                const missing = gaps.codeOf(property, locale)
                return (
                  <TextInput
                    key={locale}
                    id={gaps.idOf(property, locale)}
                    lang={locale}
                    label={t('builder__option__label', {
                      number: at + 1,
                      language: localeName(locale, currentLanguage()),
                    })}
                    value={option.texts[locale]?.label ?? ''}
                    maxLength={longestLabel}
                    error={missing !== undefined && t(`builder__gap__${missing}`)}
                    onChange={({ currentTarget }) =>
                      put(at, { texts: withText(option.texts, locale, { label: '' }, { label: currentTarget.value }) })
                    }
                  />
                )
              })}
              {countsHere && (
                <NumberField
                  className={classes.number}
                  label={t('builder__option__score', { number: at + 1 })}
                  value={option.score}
                  onChange={(score) => put(at, { score })}
                />
              )}
            </div>
            <div className={classes.tools}>
              {([-1, 1] as const).map((by) => (
                <ActionIcon
                  key={by}
                  size="lg"
                  variant="subtle"
                  disabled={at + by < 0 || at + by >= options.length}
                  aria-label={t(by < 0 ? 'builder__option__up' : 'builder__option__down', { number: at + 1 })}
                  onClick={() => set(options.toSpliced(at, 1).toSpliced(at + by, 0, option))}
                >
                  <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
                </ActionIcon>
              ))}
              <CloseButton
                size={36}
                aria-label={t('builder__option__remove', { number: at + 1 })}
                onClick={() => set(options.toSpliced(at, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button variant="default" onClick={() => set([...options, newOption(field)])}>
        {t('builder__option__add')}
      </Button>
    </fieldset>
  )
}
