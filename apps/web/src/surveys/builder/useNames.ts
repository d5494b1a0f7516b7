import type { SurveyDraft, SurveyDraftField, SurveyGap } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { fieldsOf } from './edit.ts'

/** How the editor calls the parts of a draft: by their first text, or else by their type and place. */
export function useNames(draft: SurveyDraft) {
  const { t } = useTranslation()
  const first = <T extends Record<string, string>>(texts: Readonly<Record<string, T | undefined>>, field: keyof T) =>
    draft.locales.map((locale) => texts[locale]?.[field]).find((text) => text)
  const ofField = ({ texts, type }: SurveyDraftField): string =>
    first(texts, 'label') ?? t(`survey_import__type__${type}`)
  const ofSection = (key: string): string => {
    const at = draft.sections.findIndex((section) => section.key === key)
    const texts = draft.sections[at]?.texts ?? {}
    return first(texts, 'title') ?? t('builder__outline__section', { number: at + 1 })
  }
  function nameOf({ part, name }: Pick<SurveyGap, 'part' | 'name'>): string {
    if (part === 'section') return ofSection(name ?? '')
    const field = part === 'field' && fieldsOf(draft).find((one) => one.name === name)
    if (field) return ofField(field)
    const at = (list: readonly { name?: string; key?: string }[]) =>
      list.findIndex((one) => (one.name ?? one.key) === name)
    if (part === 'score') {
      const score = draft.scores[at(draft.scores)]
      return (score && first(score.texts, 'label')) ?? t('builder__score__number', { number: at(draft.scores) + 1 })
    }
    if (part === 'alert') return t('builder__alert__number', { number: at(draft.alerts) + 1 })
    return t('builder__outline__survey')
  }
  return { ofField, ofSection, nameOf }
}
