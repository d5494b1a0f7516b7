import type { Participant } from '@fonema/contract'
import { useUser } from '../api/current-user.ts'
import { dayIn, parseApiDate } from '../ui/dates.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { briefOf } from './facts.ts'
import { useFactSources } from './useFactSources.ts'

/** Age, sex, diagnosis and language in one line. The age is that at `date`, a date-time of the API; absent: today. */
export function ParticipantBrief({ participant, date }: { participant: Participant; date?: string }) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const known = useFactSources()
  const moment = date === undefined ? undefined : parseApiDate(date)?.date
  const day = dayIn(organization.time_zone, moment ?? new Date())
  const ageText = (years: number) => t('participants__page__age', { count: years })
  return briefOf(participant, { ...known, language: currentLanguage() }, { day, ageText }).join(' · ')
}
