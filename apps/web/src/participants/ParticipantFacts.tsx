import type { Participant } from '@fonema/contract'
import { FactList } from '../ui/FactList.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { factsOf } from './facts.ts'
import { useFactSources } from './useFactSources.ts'

/** A participant's registration, read-only. */
export function ParticipantFacts({ participant }: { participant: Participant }) {
  const { t } = useTranslation()
  const facts = factsOf(participant, { ...useFactSources(), language: currentLanguage() })
  return <FactList facts={facts.map(([field, value]) => [t(`participants__field__${field}`), value])} />
}
