import type { SurveyDraft, SurveyDraftBand, SurveyDraftScore } from '@fonema/contract'
import { longestNotice, longestTitle } from '@fonema/contract/survey-limits'
import { Button, Checkbox, CloseButton, Textarea, TextInput } from '@mantine/core'
import editor from '../../ui/editor.module.css'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import classes from './Builder.module.css'
import type { PartGaps } from './gaps.ts'
import { withText } from './locales.ts'
import { NumberField } from './NumberField.tsx'

type BandFieldsProps = {
  draft: SurveyDraft
  score: SurveyDraftScore
  gaps: PartGaps
  range: { min: number; max: number }
  onChange: (bands: SurveyDraftBand[]) => void
}
const empty = { label: '', notice: '' }

/** The bands of a score: up to which sum each reaches, its name, and the notice that it gives. */
export function BandFields({ draft, score: { bands }, gaps, range, onChange }: BandFieldsProps) {
  const { t } = useTranslation()
  const put = (at: number, changes: Partial<SurveyDraftBand>) =>
    onChange(bands.map((band, index) => (index === at ? { ...band, ...changes } : band)))
  const code = gaps.codeOf('bands')
  return (
    <div id={gaps.idOf('bands')} tabIndex={-1}>
      {code !== undefined && <p className={editor.error}>{t(`builder__gap__${code}`, range)}</p>}
      {bands.map((band, at) => {
        const number = at + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bands have no name
          <div key={at} className={classes.row}>
            <div className={classes.cells}>
              <NumberField
                className={classes.number}
                label={t('builder__band__up_to', { number })}
                value={band.up_to}
                onChange={(up_to) => up_to !== null && put(at, { up_to })}
              />
              {draft.locales.map((locale) => {
                const language = localeName(locale, currentLanguage())
                const property = (field: 'label' | 'notice') => `bands.${at}.${field}`
                const errorOf = (field: 'label' | 'notice') => {
                  const missing = gaps.codeOf(property(field), locale)
                  return missing !== undefined && t(`builder__gap__${missing}`)
                }
                const texts = band.texts[locale] ?? empty
                const write = (changes: Partial<typeof empty>) =>
                  put(at, { texts: withText(band.texts, locale, empty, changes) })
                return (
                  <div key={locale} className={classes.part}>
                    <TextInput
                      id={gaps.idOf(property('label'), locale)}
                      lang={locale}
                      label={t('builder__band__label', { number, language })}
                      value={texts.label}
                      maxLength={longestTitle}
                      error={errorOf('label')}
                      onChange={({ currentTarget }) => write({ label: currentTarget.value })}
                    />
                    {band.alert && (
                      <Textarea
                        id={gaps.idOf(property('notice'), locale)}
                        lang={locale}
                        label={t('builder__band__notice', { number, language })}
                        value={texts.notice}
                        autosize
                        maxLength={longestNotice}
                        error={errorOf('notice')}
                        onChange={({ currentTarget }) => write({ notice: currentTarget.value })}
                      />
                    )}
                  </div>
                )
              })}
              <Checkbox
                label={t('builder__band__alert', { number })}
                checked={band.alert}
                onChange={({ currentTarget }) => put(at, { alert: currentTarget.checked })}
              />
            </div>
            <CloseButton
              size={36}
              aria-label={t('builder__band__remove', { number })}
              onClick={() => onChange(bands.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      <Button variant="default" onClick={() => onChange([...bands, { up_to: range.max, alert: false, texts: {} }])}>
        {t('builder__band__add')}
      </Button>
    </div>
  )
}
