import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { useTranslation } from '../ui/i18n.ts'

/** The tables that turn a participant's codes into words. */
export function useFactSources() {
  const { t } = useTranslation()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  return { sexNames: { f: t('participants__sex__f'), m: t('participants__sex__m') }, locales: locales.data ?? [] }
}
