import type { Participant } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../api/query.ts'
import { FactList } from '../ui/FactList.tsx'
import { currentLanguage } from '../ui/i18n.ts'
import { factsOf } from './facts.ts'

/** What a registration holds, to be read. */
export function ParticipantFacts({ participant }: { participant: Participant }) {
  const { t } = useTranslation()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY })
  const sexNames = { f: t('participants__sex__f'), m: t('participants__sex__m') }
  const facts = factsOf(participant, { language: currentLanguage(), sexNames, locales: locales.data ?? [] })
  return <FactList facts={facts.map(([field, value]) => [t(`participants__field__${field}`), value])} />
}
