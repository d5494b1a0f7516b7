import type { ProtocolDraft } from '@fonema/contract'
import type { ProtocolGap } from '@fonema/contract/protocol-gaps'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { AddLanguage } from '../ui/AddLanguage.tsx'
import { Card } from '../ui/Card.tsx'
import classes from '../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { localeName } from '../ui/locale-name.ts'
import { TitleFields } from '../ui/TitleFields.tsx'
import { addLocale, removeLocale } from './edit.ts'
import { fieldId, gapsAt } from './gaps.ts'

type ProtocolFieldsProps = {
  draft: ProtocolDraft
  gaps: readonly ProtocolGap[]
  onChange: (draft: ProtocolDraft) => void
}

/** Name, description, terms of use and languages of the protocol. */
export function ProtocolFields({ draft, gaps, onChange }: ProtocolFieldsProps) {
  const { t } = useTranslation()
  const nameOf = (code: string) => localeName(code, currentLanguage())
  const errorAt = (locale: string | null, field: string) => {
    const code = gapsAt(gaps, null, locale).get(field)
    return code === undefined ? undefined : t(`studio__gap__${code}`)
  }
  return (
    <Card title={t('studio__outline__protocol')}>
      <div className={classes.rules}>
        {(['licence', 'source'] as const).map((field) => (
          <TextInput
            key={field}
            id={fieldId({ item: null, locale: null, field })}
            label={t(`studio__protocol__${field}`)}
            description={t(`studio__protocol__${field}_hint`)}
            value={draft[field]}
            maxLength={500}
            error={errorAt(null, field)}
            onChange={({ currentTarget }) => onChange({ ...draft, [field]: currentTarget.value })}
          />
        ))}
        <Checkbox
          className={classes.check}
          label={t('studio__protocol__practice')}
          description={t('studio__protocol__practice_hint')}
          checked={draft.practice}
          onChange={({ currentTarget }) => onChange({ ...draft, practice: currentTarget.checked })}
        />
      </div>
      <div className={classes.languages}>
        {draft.locales.map((locale) => {
          const texts = draft.texts[locale] ?? { name: '', description: '' }
          const change = (changes: Partial<typeof texts>) =>
            onChange({ ...draft, texts: { ...draft.texts, [locale]: { ...texts, ...changes } } })
          return (
            <section key={locale} className={classes.language} aria-label={nameOf(locale)}>
              <h3 className={classes.languageHead}>{nameOf(locale)}</h3>
              <TitleFields
                locale={locale}
                title={{
                  id: fieldId({ item: null, locale, field: 'name' }),
                  label: t('studio__protocol__name'),
                  value: texts.name,
                  maxLength: 200,
                  error: errorAt(locale, 'name'),
                  onChange: (name) => change({ name }),
                }}
                text={{
                  id: fieldId({ item: null, locale, field: 'description' }),
                  label: t('studio__protocol__description'),
                  value: texts.description,
                  maxLength: 2000,
                  error: errorAt(locale, 'description'),
                  onChange: (description) => change({ description }),
                }}
              />
              {draft.locales.length > 1 && (
                <div>
                  <Button size="sm" variant="subtle" onClick={() => onChange(removeLocale(draft, locale))}>
                    {t('studio__language__remove', { language: nameOf(locale) })}
                  </Button>
                </div>
              )}
            </section>
          )
        })}
      </div>
      <AddLanguage locales={draft.locales} onAdd={(locale) => onChange(addLocale(draft, locale))} />
    </Card>
  )
}
