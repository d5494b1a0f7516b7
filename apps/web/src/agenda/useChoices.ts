import { useQuery } from '@tanstack/react-query'
import { useParticipant } from '../api/participants.ts'
import { queryFor } from '../api/query.ts'
import { useTranslation } from '../ui/i18n.ts'

type Choice = { id: string; name: string; locale: { lang: { code: string } } }

/** The examiner's protocols and surveys as choices of a form: first those in the participant's language. */
export function useChoices(participantId: string) {
  const { t } = useTranslation()
  const protocols = useQuery(queryFor('GET /protocols/examiner/'))
  const surveys = useQuery(queryFor('GET /surveys/examiner/'))
  const participant = useParticipant(participantId).data
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const language = locales.data?.find(({ id }) => id === participant?.locale)?.lang.code

  function grouped(all: readonly Choice[] | undefined, kept: { id: string; name: string } | null) {
    const items = (some: readonly Choice[]) => some.map(({ id, name }) => ({ value: id, label: name }))
    const known = all ?? []
    const own = known.filter(({ locale }) => language === undefined || locale.lang.code === language)
    const others = known.filter((choice) => !own.includes(choice))
    // What the visit names may no longer be assigned.
    const lost = kept !== null && !known.some(({ id }) => id === kept.id) ? [{ value: kept.id, label: kept.name }] : []
    return [
      { value: '', label: t('visits__form__none') },
      ...lost,
      ...items(own),
      ...(others.length > 0 ? [{ group: t('visits__form__other_languages'), items: items(others) }] : []),
    ]
  }
  return {
    protocolsWith: (kept: { id: string; name: string } | null) =>
      grouped(
        protocols.data?.filter(({ is_practice }) => !is_practice),
        kept,
      ),
    surveysWith: (kept: { id: string; name: string } | null) => grouped(surveys.data, kept),
  }
}
