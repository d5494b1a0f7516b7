import type {
  Condition,
  FieldType,
  SurveyDraft,
  SurveyDraftAlert,
  SurveyDraftField,
  SurveyDraftOption,
  SurveyDraftScore,
  SurveyDraftSection,
} from '@fonema/contract'
import { freeName } from '../../ui/free-names.ts'

/** What is open beside the outline. */
export type Selected =
  | { part: 'survey' | 'scores' }
  | { part: 'section'; name: string }
  | { part: 'field'; name: string }

export const fieldsOf = ({ sections }: SurveyDraft): SurveyDraftField[] => sections.flatMap(({ fields }) => fields)

export const emptySurvey = (key: string, name: string, locale: string): SurveyDraft => ({
  key,
  licence: '',
  source: '',
  locales: [locale],
  texts: { [locale]: { name, description: '' } },
  sections: [{ key: 'section-1', texts: {}, fields: [] }],
  scores: [],
  alerts: [],
})

const withSections = (
  draft: SurveyDraft,
  change: (section: SurveyDraftSection) => SurveyDraftSection,
): SurveyDraft => ({
  ...draft,
  sections: draft.sections.map(change),
})

export const changeSection = (draft: SurveyDraft, key: string, changes: Partial<SurveyDraftSection>): SurveyDraft =>
  withSections(draft, (section) => (section.key === key ? { ...section, ...changes } : section))

export const changeField = (draft: SurveyDraft, name: string, changes: Partial<SurveyDraftField>): SurveyDraft =>
  withSections(draft, (section) => ({
    ...section,
    fields: section.fields.map((field) => (field.name === name ? { ...field, ...changes } : field)),
  }))

export function addSection(draft: SurveyDraft): { draft: SurveyDraft; key: string } {
  const key = freeName(
    'section',
    draft.sections.map((section) => section.key),
  )
  return { draft: { ...draft, sections: [...draft.sections, { key, texts: {}, fields: [] }] }, key }
}

const yesNo: Readonly<Record<string, readonly [string, string]>> = {
  es: ['Sí', 'No'],
  en: ['Yes', 'No'],
  pt: ['Sim', 'Não'],
  fr: ['Oui', 'Non'],
}

export function newOption(field: SurveyDraftField): SurveyDraftOption {
  const value = freeName(
    'option',
    field.options.map((option) => option.value),
    '_',
  )
  return { value, score: null, texts: {} }
}

/** Adds a field at the end of a section. A choice begins with yes and no. */
export function addField(draft: SurveyDraft, type: FieldType, key: string): { draft: SurveyDraft; name: string } {
  const name = freeName(
    'question',
    fieldsOf(draft).map((field) => field.name),
    '_',
  )
  const labels = (at: 0 | 1) =>
    Object.fromEntries(
      draft.locales.map((locale) => [locale, { label: (yesNo[locale.slice(0, 2)] ?? yesNo.en!)[at] ?? '' }]),
    )
  const isChoice = type === 'radio' || type === 'select' || type === 'multiselect'
  const field: SurveyDraftField = {
    name,
    type,
    required: false,
    options: isChoice
      ? [
          { value: 'yes', score: null, texts: labels(0) },
          { value: 'no', score: null, texts: labels(1) },
        ]
      : [],
    other: false,
    min: type === 'scale' ? 0 : null,
    max: type === 'scale' ? 10 : null,
    integer: false,
    max_length: null,
    show_when: null,
    texts: {},
  }
  return {
    draft: withSections(draft, (section) =>
      section.key === key ? { ...section, fields: [...section.fields, field] } : section,
    ),
    name,
  }
}

export const removeField = (draft: SurveyDraft, name: string): SurveyDraft =>
  withSections(draft, (section) => ({ ...section, fields: section.fields.filter((field) => field.name !== name) }))

export const removeSection = (draft: SurveyDraft, key: string): SurveyDraft => ({
  ...draft,
  sections: draft.sections.filter((section) => section.key !== key),
})

const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)

export function moveSection(draft: SurveyDraft, key: string, by: -1 | 1): SurveyDraft {
  const at = draft.sections.findIndex((section) => section.key === key)
  if (at < 0 || at + by < 0 || at + by >= draft.sections.length) return draft
  return { ...draft, sections: moved(draft.sections, at, at + by) }
}

/** Moves a field one place up (−1) or down (1); at the edge of its section it goes into the next section. */
export function moveField(draft: SurveyDraft, name: string, by: -1 | 1): SurveyDraft {
  const at = draft.sections.findIndex(({ fields }) => fields.some((field) => field.name === name))
  const section = draft.sections[at]
  if (section === undefined) return draft
  const from = section.fields.findIndex((field) => field.name === name)
  const field = section.fields[from]!
  if (from + by >= 0 && from + by < section.fields.length)
    return changeSection(draft, section.key, { fields: moved(section.fields, from, from + by) })
  const neighbour = draft.sections[at + by]
  if (neighbour === undefined) return draft
  const without = changeSection(draft, section.key, { fields: section.fields.filter((one) => one !== field) })
  const fields = by === 1 ? [field, ...neighbour.fields] : [...neighbour.fields, field]
  return changeSection(without, neighbour.key, { fields })
}

/** Puts a removed field back to its place in what the draft is now. */
export function restoreField(draft: SurveyDraft, before: SurveyDraft, field: SurveyDraftField): SurveyDraft {
  if (fieldsOf(draft).some(({ name }) => name === field.name)) return draft
  const old = before.sections.find(({ fields }) => fields.some(({ name }) => name === field.name))
  const home = draft.sections.find(({ key }) => key === old?.key) ?? draft.sections.at(-1)
  if (home === undefined) return { ...draft, sections: [{ key: 'section-1', texts: {}, fields: [field] }] }
  const place = old?.fields.findIndex(({ name }) => name === field.name) ?? 0
  return changeSection(draft, home.key, { fields: home.fields.toSpliced(place, 0, field) })
}

/** Puts a removed section back, with the fields that it had and that are not elsewhere. */
export function restoreSection(draft: SurveyDraft, before: SurveyDraft, key: string): SurveyDraft {
  const at = before.sections.findIndex((section) => section.key === key)
  const section = before.sections[at]
  if (section === undefined || draft.sections.some((one) => one.key === key)) return draft
  const taken = new Set(fieldsOf(draft).map(({ name }) => name))
  const fields = section.fields.filter(({ name }) => !taken.has(name))
  return { ...draft, sections: draft.sections.toSpliced(at, 0, { ...section, fields }) }
}

const renamedIn = (condition: Condition | null, from: string, to: string): Condition | null =>
  condition === null
    ? null
    : (JSON.parse(JSON.stringify(condition), (key, value: unknown) =>
        key === 'field' && value === from ? to : value,
      ) as Condition) // the same shape

/** Renames a field everywhere that names it. */
export function renameField(draft: SurveyDraft, from: string, to: string): SurveyDraft {
  const renamed = (name: string) => (name === from ? to : name)
  return {
    ...withSections(draft, (section) => ({
      ...section,
      fields: section.fields.map((field) => ({
        ...field,
        name: renamed(field.name),
        show_when: renamedIn(field.show_when, from, to),
      })),
    })),
    scores: draft.scores.map((score) => ({
      ...score,
      fields: score.fields.map(({ field, weight }) => ({ field: renamed(field), weight })),
    })),
    alerts: draft.alerts.map((alert) => ({ ...alert, field: renamed(alert.field) })),
  }
}

export function addScore(draft: SurveyDraft): SurveyDraft {
  const name = freeName(
    'score',
    draft.scores.map((score) => score.name),
    '_',
  )
  return { ...draft, scores: [...draft.scores, { name, fields: [], bands: [], texts: {} }] }
}

export const changeScore = (draft: SurveyDraft, name: string, changes: Partial<SurveyDraftScore>): SurveyDraft => ({
  ...draft,
  scores: draft.scores.map((score) => (score.name === name ? { ...score, ...changes } : score)),
})

export function addAlert(draft: SurveyDraft, field: string): SurveyDraft {
  const key = freeName(
    'alert',
    draft.alerts.map((alert) => alert.key),
  )
  return { ...draft, alerts: [...draft.alerts, { key, field, when: { in: [] }, texts: {} }] }
}

export const changeAlert = (draft: SurveyDraft, key: string, changes: Partial<SurveyDraftAlert>): SurveyDraft => ({
  ...draft,
  alerts: draft.alerts.map((alert) => (alert.key === key ? { ...alert, ...changes } : alert)),
})
