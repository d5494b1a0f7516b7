import { formatApiDate } from './dates.ts'
import { currentLanguage } from './i18n.ts'

type Chosen = { id: string; date_created: string; protocol: { name: string } }

/** What a field to choose a session offers. The day comes first: a phone cuts the end, and protocols are often the same. */
export const sessionChoices = (sessions: readonly Chosen[]) =>
  sessions.map(({ id, date_created, protocol }) => ({
    value: id,
    label: `${formatApiDate(date_created, currentLanguage())} · ${protocol.name}`,
  }))
