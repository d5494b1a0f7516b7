import type { ReportLanguage, TemplateSettings } from '@fonema/contract'
import { reportPaper, reportSections } from '@fonema/contract/report-limits'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { currentLanguage, languageNames, languages, useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { MeasuresField } from './MeasuresField.tsx'
import { RemoveTemplate } from './RemoveTemplate.tsx'
import type { EditedTemplate } from './TemplatePage.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import classes from './Templates.module.css'
import { TextsField } from './TextsField.tsx'
import { useSaveTemplate } from './useSaveTemplate.ts'

type TemplateEditorProps = { title: string; template: EditedTemplate }

/** What a template prints, as a form beside its preview. */
export function TemplateEditor({ title, template }: TemplateEditorProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(template.name)
  const [settings, setSettings] = useState(template.settings)
  const [language, setLanguage] = useState<ReportLanguage>(currentLanguage())
  const { save, errors, clearErrors, isDirtyFrom } = useSaveTemplate(template)
  const isDirty = isDirtyFrom({ name, settings })
  const change = (changes: Partial<TemplateSettings>) => {
    clearErrors()
    setSettings({ ...settings, ...changes })
  }
  const hasIncompleteSnippet = Object.values(settings.texts).some(({ snippets }) =>
    snippets.some((each) => each.title.trim() === '' || each.text.trim() === ''),
  )

  function send(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending && !hasIncompleteSnippet) save.mutate({ name, settings })
  }
  return (
    <form onSubmit={send} noValidate>
      <Unsaved when={isDirty && !save.isPending} />
      <header className={classes.head}>
        <h1>{title}</h1>
        <div className={classes.actions}>
          {template.id !== null && <RemoveTemplate id={template.id} name={template.name} />}
          <Button type="submit" disabled={!isDirty || hasIncompleteSnippet} loading={save.isPending}>
            {t('clinical_reports__template__save')}
          </Button>
        </div>
      </header>
      <div className={classes.beside}>
        <div className={classes.fields}>
          <Card title={t('clinical_reports__template__contents')}>
            <div className={classes.fields}>
              <TextInput
                label={t('clinical_reports__template__name')}
                value={name}
                required
                maxLength={80}
                error={errors.name}
                onChange={({ currentTarget }) => {
                  clearErrors()
                  setName(currentTarget.value)
                }}
              />
              <NativeSelect
                label={t('clinical_reports__new__paper')}
                value={settings.paper}
                data={reportPaper.map((value) => ({ value, label: value === 'A4' ? 'A4' : 'Letter' }))}
                onChange={({ currentTarget }) => change({ paper: currentTarget.value as TemplateSettings['paper'] })}
              />
              <fieldset className={classes.group}>
                <legend>{t('clinical_reports__template__sections')}</legend>
                {reportSections.map((section) => (
                  <Checkbox
                    key={section}
                    label={t(`clinical_reports__section__${section}`)}
                    checked={settings.sections.includes(section)}
                    onChange={({ currentTarget }) =>
                      change({
                        sections: reportSections.filter((each) =>
                          each === section ? currentTarget.checked : settings.sections.includes(each),
                        ),
                      })
                    }
                  />
                ))}
                <p className={classes.hint}>{t('clinical_reports__template__always')}</p>
              </fieldset>
              {settings.sections.includes('annex') && (
                <MeasuresField chosen={settings.measures} onChange={(measures) => change({ measures })} />
              )}
            </div>
          </Card>
          <Card
            title={t('clinical_reports__template__texts')}
            aside={
              <NativeSelect
                aria-label={t('clinical_reports__template__language')}
                value={language}
                data={languages.map((value) => ({ value, label: languageNames[value] }))}
                onChange={({ currentTarget }) => setLanguage(currentTarget.value as ReportLanguage)}
              />
            }
          >
            <TextsField
              key={language}
              texts={settings.texts[language]}
              onChange={(texts) => change({ texts: { ...settings.texts, [language]: texts } })}
            />
          </Card>
        </div>
        <TemplatePreview name={name} settings={settings} language={language} isPaused={hasIncompleteSnippet} />
      </div>
    </form>
  )
}
