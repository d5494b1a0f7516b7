import type { SurveyDraft } from '@fonema/contract'

/** Texts of one part, with a change in one language. */
export const withText = <T extends Record<string, string>>(
  texts: Readonly<Record<string, T | undefined>>,
  locale: string,
  empty: T,
  changes: Partial<T>,
): Record<string, T> => ({ ...texts, [locale]: { ...(texts[locale] ?? empty), ...changes } }) as Record<string, T>

/** Replaces the texts of every part; a part keeps its id when it moves. */
function mapTexts(draft: SurveyDraft, change: <T extends object>(texts: T, id: string) => T): SurveyDraft {
  const of = <P extends { texts: object }>(part: P, ...id: readonly string[]): P => ({
    ...part,
    texts: change(part.texts, JSON.stringify(id)),
  })
  return {
    ...of(draft, 'survey'),
    sections: draft.sections.map((section) => ({
      ...of(section, 'section', section.key),
      fields: section.fields.map((field) => ({
        ...of(field, 'field', field.name),
        options: field.options.map((option) => of(option, 'option', field.name, option.value)),
      })),
    })),
    scores: draft.scores.map((score) => ({
      ...of(score, 'score', score.name),
      bands: score.bands.map((band, place) => of(band, 'band', score.name, `${place}`)),
    })),
    alerts: draft.alerts.map((alert) => of(alert, 'alert', alert.key)),
  }
}

export function addLocale(draft: SurveyDraft, locale: string): SurveyDraft {
  if (draft.locales.includes(locale)) return draft
  return { ...draft, locales: [...draft.locales, locale] }
}

/** Removes a language with all its texts. The last one stays. */
export function removeLocale(draft: SurveyDraft, locale: string): SurveyDraft {
  if (draft.locales.length === 1) return draft
  const without = <T extends object>(texts: T) =>
    Object.fromEntries(Object.entries(texts).filter(([code]) => code !== locale)) as T // texts are partial
  return { ...mapTexts(draft, without), locales: draft.locales.filter((one) => one !== locale) }
}

/** Puts a removed language back to its place in what the draft is now. */
export function restoreLocale(draft: SurveyDraft, before: SurveyDraft, locale: string): SurveyDraft {
  if (draft.locales.includes(locale)) return draft
  const old = new Map<string, object>()
  mapTexts(before, (texts, id) => {
    old.set(id, texts)
    return texts
  })
  const restored = mapTexts(draft, (texts, id) => {
    const text = Object.entries(old.get(id) ?? {}).find(([code]) => code === locale)
    return text === undefined ? texts : { ...texts, [locale]: text[1] }
  })
  return { ...restored, locales: draft.locales.toSpliced(before.locales.indexOf(locale), 0, locale) }
}
