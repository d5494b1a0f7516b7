import type { SurveyDraft, SurveyDraftAlert, SurveyDraftField, SurveyGap } from '@fonema/contract'
import { longestNotice } from '@fonema/contract/survey-limits'
import { isChoice } from '@fonema/contract/survey-versions'
import { CloseButton, MultiSelect, NativeSelect, Textarea } from '@mantine/core'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { localeName } from '../../ui/locale-name.ts'
import classes from './Builder.module.css'
import { optionChoices } from './ClauseValue.tsx'
import { changeAlert, fieldsOf } from './edit.ts'
import { gapsAt } from './gaps.ts'
import { withText } from './locales.ts'
import { NumberField } from './NumberField.tsx'
import { useNames } from './useNames.ts'

type AlertFieldsProps = {
  draft: SurveyDraft
  alert: SurveyDraftAlert
  gaps: readonly SurveyGap[]
  onChange: (draft: SurveyDraft) => void
}

/** What an alert about a field begins with: a number to reach, or a tick; the options of a choice are chosen. */
function whenFor(field: SurveyDraftField): SurveyDraftAlert['when'] {
  if (isChoice(field.type)) return { in: [] }
  return field.type === 'checkbox' ? { in: ['true'] } : { at_least: field.max ?? 0 }
}

/** A notice to the examiner about one answer. */
export function AlertFields({ draft, alert, gaps, onChange }: AlertFieldsProps) {
  const { t } = useTranslation()
  const { ofField } = useNames(draft)
  const own = gapsAt(gaps, 'alert', alert.key)
  const change = (changes: Partial<SurveyDraftAlert>) => onChange(changeAlert(draft, alert.key, changes))
  const errorAt = (property: string, locale: string | null = null) => {
    const code = own.codeOf(property, locale)
    return code === undefined ? undefined : t(`builder__gap__${code}`)
  }
  const fields = fieldsOf(draft)
  const asked = fields.find(({ name }) => name === alert.field)
  const number = draft.alerts.indexOf(alert) + 1
  // Texts and dates have no answers to be alerted about.
  const able = fields.filter(({ type }) => isChoice(type) || ['checkbox', 'scale', 'number'].includes(type))
  const { when } = alert
  return (
    <div className={classes.row}>
      <div className={classes.cells}>
        <NativeSelect
          id={own.idOf('field')}
          label={t('builder__alert__field', { number })}
          value={able.some(({ name }) => name === alert.field) ? alert.field : ''}
          error={errorAt('field')}
          data={[
            { value: '', label: t('builder__alert__choose') },
            ...able.map((field) => ({ value: field.name, label: ofField(field) })),
          ]}
          onChange={({ currentTarget }) => {
            const field = able.find(({ name }) => name === currentTarget.value)
            if (field !== undefined) change({ field: field.name, when: whenFor(field) })
          }}
        />
        {asked !== undefined &&
          ('at_least' in when ? (
            <NumberField
              id={own.idOf('when')}
              className={classes.number}
              label={t('builder__alert__at_least', { number })}
              value={when.at_least}
              onChange={(at_least) => at_least !== null && change({ when: { at_least } })}
            />
          ) : asked.type === 'checkbox' ? (
            <NativeSelect
              id={own.idOf('when')}
              label={t('builder__alert__in', { number })}
              value={when.in[0] ?? 'true'}
              data={(['true', 'false'] as const).map((value) => ({ value, label: t(`builder__ticked__${value}`) }))}
              onChange={({ currentTarget }) => change({ when: { in: [currentTarget.value] } })}
            />
          ) : (
            <MultiSelect
              id={own.idOf('when')}
              label={t('builder__alert__in', { number })}
              data={optionChoices(asked, draft.locales)}
              value={when.in}
              error={errorAt('when')}
              onChange={(values) => change({ when: { in: values } })}
            />
          ))}
        {draft.locales.map((locale) => (
          <Textarea
            key={locale}
            id={own.idOf('notice', locale)}
            lang={locale}
            label={t('builder__alert__notice', { number, language: localeName(locale, currentLanguage()) })}
            value={alert.texts[locale]?.notice ?? ''}
            autosize
            maxLength={longestNotice}
            error={errorAt('notice', locale)}
            onChange={({ currentTarget }) =>
              change({ texts: withText(alert.texts, locale, { notice: '' }, { notice: currentTarget.value }) })
            }
          />
        ))}
      </div>
      <CloseButton
        size={36}
        aria-label={t('builder__alert__remove', { number })}
        onClick={() => onChange({ ...draft, alerts: draft.alerts.filter(({ key }) => key !== alert.key) })}
      />
    </div>
  )
}
