import type { TFunction } from '../ui/i18n.ts'

type Days = { dayOf: (moment: string) => string }

export type RowTexts = ReturnType<typeof rowTexts>

/** The texts of the rows, created once: a search rerenders the rows with each letter. */
export function rowTexts(t: TFunction, { dayOf }: Days) {
  const place = '\u0000'
  const withCode = (text: string) => {
    const [before = '', after = ''] = text.split(place)
    return (code: string) => before + code + after
  }
  const repeat = withCode(t('participants__list__repeat', { name: place }))
  const ages = new Map<number, string>()
  return {
    age: (years: number) => {
      const text = ages.get(years) ?? t('participants__page__age', { count: years })
      ages.set(years, text)
      return text
    },
    dayOf,
    unfinished: t('participants__list__unfinished'),
    resumeLabel: withCode(t('participants__list__resume_label', { code: place })),
    archive: t('participants__list__archive'),
    archived: t('participants__list__archived'),
    restore: t('participants__list__restore'),
    record: t('participants__list__record'),
    repeat,
    survey: t('participants__list__survey'),
    modeLacks: t('participants__list__mode_lacks'),
    needsNetwork: t('participants__list__needs_network'),
    restoreFirst: t('participants__list__restore_first'),
    archiveLabel: withCode(t('participants__list__archive_label', { code: place })),
    restoreLabel: withCode(t('participants__list__restore_label', { code: place })),
    recordLabel: withCode(t('participants__list__record_label', { code: place })),
    repeatLabel: (name: string, code: string) => `${repeat(name)}: ${code}`,
    surveyLabel: withCode(t('participants__list__survey_label', { code: place })),
  }
}
