import { draftRulesOf, type SurveyDraft } from '@fonema/contract'
import type { SurveyDefinition, SurveyFile } from '../../content/survey-file.ts'

export type Version = SurveyDefinition &
  Pick<SurveyFile, 'key' | 'locale' | 'name' | 'description' | 'licence' | 'source'>

/**
 * One draft from the language versions of a survey, the first one first. The first one gives the structure: a section,
 * field, option, score or band that another language lacks has no text in it.
 */
export function draftOf(versions: readonly Version[]): SurveyDraft {
  const [first] = versions as [Version]
  const byLocale = <T>(textOf: (version: Version) => T | undefined) =>
    Object.fromEntries(
      versions.flatMap((version): [string, T][] => {
        const text = textOf(version)
        return text === undefined ? [] : [[version.locale, text]]
      }),
    )
  const fieldIn = ({ sections }: Version, name: string) =>
    sections.flatMap(({ fields }) => fields).find((field) => field.name === name)
  return {
    key: first.key.replace(/-+/g, '-').replace(/^-|-$/g, '') || 'survey',
    licence: first.licence,
    source: first.source,
    locales: versions.map(({ locale }) => locale),
    texts: byLocale(({ name, description }) => ({ name, description })),
    sections: first.sections.map(({ fields }, at) => ({
      key: `section-${at + 1}`,
      texts: byLocale(({ sections }) => {
        const section = sections[at]
        return section && { title: section.title, description: section.description ?? '' }
      }),
      fields: fields.map((field) => ({
        ...draftRulesOf(field),
        options: (field.options ?? []).map(({ value, score }) => ({
          value,
          score: score ?? null,
          texts: byLocale((version) => {
            const option = fieldIn(version, field.name)?.options?.find((one) => one.value === value)
            return option && { label: option.label }
          }),
        })),
        texts: byLocale((version) => {
          const other = fieldIn(version, field.name)
          return other && { label: other.label, help: other.help ?? '' }
        }),
      })),
    })),
    scores: first.scores.map(({ name, fields, weights = {}, bands = [] }) => {
      const scoreIn = ({ scores }: Version) => scores.find((score) => score.name === name)
      return {
        name,
        fields: fields.map((field) => ({ field, weight: Object.hasOwn(weights, field) ? weights[field]! : 1 })),
        bands: bands.map(({ up_to, alert }, at) => ({
          up_to,
          alert: alert !== undefined,
          texts: byLocale((version) => {
            const band = scoreIn(version)?.bands?.[at]
            return band && { label: band.label, notice: band.alert ?? '' }
          }),
        })),
        texts: byLocale((version) => {
          const score = scoreIn(version)
          return score && { label: score.label }
        }),
      }
    }),
    alerts: first.alerts.map(({ field, at_least, in: values }, at) => ({
      key: `alert-${at + 1}`,
      field,
      when: values === undefined ? { at_least: at_least ?? 0 } : { in: values },
      texts: byLocale(({ alerts }) => alerts[at] && { notice: alerts[at].text }),
    })),
  }
}
