import type { SurveyGap } from '@fonema/contract'

/** The id of the field that a gap is about, for its link. */
export const fieldId = ({ part, name, locale, field }: Omit<SurveyGap, 'code'>) =>
  ['builder', part, name ?? 'survey', locale ?? 'all', field].join('-')

/** The gaps of one part, by locale and field of the part. */
export const gapsAt = (gaps: readonly SurveyGap[], part: SurveyGap['part'], name: string | null) => {
  const own = gaps.filter((gap) => gap.part === part && gap.name === name)
  return {
    count: own.length,
    idOf: (field: string, locale: string | null = null) => fieldId({ part, name, locale, field }),
    codeOf: (field: string, locale: string | null = null) =>
      own.find((gap) => gap.field === field && gap.locale === locale)?.code,
    countIn: (locale: string) => own.filter((gap) => gap.locale === locale).length,
  }
}
export type PartGaps = ReturnType<typeof gapsAt>
