import { useQuery } from '@tanstack/react-query'
import { currentLanguage } from '../../ui/i18n.ts'
import { loadExplanations } from './measure-explanations.ts'

/** Every measure's explanation by name, in the reader's language. */
export function useExplanations() {
  const language = currentLanguage()
  return useQuery({
    queryKey: ['measure explanations', language],
    queryFn: () => loadExplanations(language),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
