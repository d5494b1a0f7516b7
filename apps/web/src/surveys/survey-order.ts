import type { Survey } from '@fonema/contract'

type Listed = { locale: Pick<Survey['locale'], 'lang'> }

/** Groups the surveys by language, the participant's language first. */
export function surveysByLanguage<T extends Listed>(surveys: readonly T[], spoken: string) {
  const groups = [...Map.groupBy(surveys, ({ locale }) => locale.lang.code)]
  return groups
    .map(([language, surveys]) => ({ language, surveys }))
    .sort((a, b) => Number(b.language === spoken) - Number(a.language === spoken))
}
