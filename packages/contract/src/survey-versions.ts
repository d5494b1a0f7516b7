// A draft in one of its languages, as it is published and previewed. Imports no schema: the web loads this file alone.

import type { SurveyDraft, SurveyDraftField } from './survey-drafts.ts'
import type { SurveyField } from './survey-fields.ts'

export type SurveyVersionField = Omit<SurveyField, 'id' | 'required' | 'help'> & { required?: true; help?: string }
/** The definition of a published survey: what `surveys.definition` stores. */
export type SurveyVersion = {
  sections: { title: string; description?: string; fields: SurveyVersionField[] }[]
  scores: {
    name: string
    label: string
    fields: string[]
    weights?: Record<string, number>
    bands?: { up_to: number; label: string; alert?: string }[]
  }[]
  alerts: { field: string; at_least?: number; in?: string[]; text: string }[]
}

const choiceTypes = ['select', 'radio', 'multiselect']
export const isChoice = (type: string): boolean => choiceTypes.includes(type)
const isNumber = (type: string) => type === 'number' || type === 'scale'
const isText = (type: string) => type === 'text' || type === 'textarea'

/** Properties that belong to another type of field are left out: the editor keeps them while the type is tried out. */
export function versionOf(draft: SurveyDraft, locale: string): SurveyVersion {
  return {
    sections: draft.sections.map(({ texts, fields }) => {
      const { title = '', description = '' } = texts[locale] ?? {}
      return { title, ...(description !== '' && { description }), fields: fields.map((one) => fieldOf(one, locale)) }
    }),
    scores: draft.scores.map(({ name, fields, bands, texts }) => {
      const weights = Object.fromEntries(
        fields.filter(({ weight }) => weight !== 1).map(({ field, weight }) => [field, weight]),
      )
      return {
        name,
        label: texts[locale]?.label ?? '',
        fields: fields.map(({ field }) => field),
        ...(Object.keys(weights).length > 0 && { weights }),
        ...(bands.length > 0 && {
          bands: bands.map(({ up_to, alert, texts }) => ({
            up_to,
            label: texts[locale]?.label ?? '',
            ...(alert && { alert: texts[locale]?.notice ?? '' }),
          })),
        }),
      }
    }),
    alerts: draft.alerts.map(({ field, when, texts }) => ({ field, ...when, text: texts[locale]?.notice ?? '' })),
  }
}

function fieldOf(field: SurveyDraftField, locale: string): SurveyVersionField {
  const { name, type, required, options, other, min, max, integer, max_length, show_when, texts } = field
  const { label = '', help = '' } = texts[locale] ?? {}
  return {
    name,
    label,
    type,
    ...(required && { required }),
    ...(help !== '' && { help }),
    ...(isChoice(type) && {
      options: options.map(({ value, score, texts }) => ({
        value,
        label: texts[locale]?.label ?? '',
        ...(score !== null && { score }),
      })),
      ...(other && { other }),
    }),
    ...(isNumber(type) && {
      ...(min !== null && { min }),
      ...(max !== null && { max }),
      ...(type === 'number' && integer && { integer }),
    }),
    ...(isText(type) && max_length !== null && { max_length }),
    ...(show_when !== null && { show_when }),
  }
}
