import type { TemplateTexts } from '@fonema/contract'
import { longestTemplateText, mostSnippets } from '@fonema/contract/report-limits'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Templates.module.css'

type TextsFieldProps = { texts: TemplateTexts; onChange: (texts: TemplateTexts) => void }
type Snippet = TemplateTexts['snippets'][number]

/** The organisation's own texts in one language. */
export function TextsField({ texts, onChange }: TextsFieldProps) {
  const { t } = useTranslation()
  const { snippets } = texts
  const put = (at: number, changes: Partial<Snippet>) =>
    onChange({ ...texts, snippets: snippets.map((each, i) => (i === at ? { ...each, ...changes } : each)) })
  return (
    <div className={classes.fields}>
      {(['introduction', 'purpose', 'closing'] as const).map((part) => (
        <Textarea
          key={part}
          label={t(`clinical_reports__own_text__${part}`)}
          description={t(`clinical_reports__own_text__${part}_hint`)}
          value={texts[part]}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={longestTemplateText}
          onChange={({ currentTarget }) => onChange({ ...texts, [part]: currentTarget.value })}
        />
      ))}
      <fieldset className={classes.group}>
        <legend>{t('clinical_reports__snippet__title')}</legend>
        <p className={classes.hint}>{t('clinical_reports__snippet__hint')}</p>
        {snippets.map((snippet, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: snippets have no id, and only the last one is added
          <div key={i} className={classes.snippet}>
            <TextInput
              label={t('clinical_reports__snippet__name')}
              value={snippet.title}
              maxLength={80}
              onChange={({ currentTarget }) => put(i, { title: currentTarget.value })}
            />
            <NativeSelect
              label={t('clinical_reports__snippet__part')}
              value={snippet.part}
              data={(['impression', 'recommendations'] as const).map((value) => ({
                value,
                label: t(`clinical_reports__field__${value}`),
              }))}
              onChange={({ currentTarget }) => put(i, { part: currentTarget.value as Snippet['part'] })}
            />
            <Textarea
              className={classes.wide}
              label={t('clinical_reports__snippet__text')}
              value={snippet.text}
              autosize
              minRows={2}
              maxLength={longestTemplateText}
              onChange={({ currentTarget }) => put(i, { text: currentTarget.value })}
            />
            <div className={classes.wide}>
              <Button
                variant="subtle"
                size="compact-md"
                onClick={() => onChange({ ...texts, snippets: snippets.filter((_, at) => at !== i) })}
              >
                {t('clinical_reports__snippet__remove')}
              </Button>
            </div>
          </div>
        ))}
        {snippets.length < mostSnippets && (
          <div>
            <Button
              variant="default"
              onClick={() =>
                onChange({ ...texts, snippets: [...snippets, { title: '', part: 'impression', text: '' }] })
              }
            >
              {t('clinical_reports__snippet__new')}
            </Button>
          </div>
        )}
      </fieldset>
    </div>
  )
}
