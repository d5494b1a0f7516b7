import type { ParticipantId, SessionId } from '@fonema/contract'
import { dayIn } from '../../platform/clock.ts'
import { type Content, isInRange, isTheirs } from '../scope.ts'
import type { Pseudonyms } from './pseudonyms.ts'

/** Older people are so rare that their age alone would identify them. It is the highest age that BIDS expects. */
const highestAge = 89

/** In full: some programs read a column of `f` alone as false. */
const sexes = { f: 'female', m: 'male' }

export type ResearchSession = {
  participantId: ParticipantId
  subject: string
  /** `ses-01` is a participant's first in the archive. */
  session: string
  /** The shifted day. */
  day: string
  protocol: string
  wordingVersion: number
  locale: string
}

/** What is known of a person. `null` is written as `n/a`. */
export type Person = {
  subject: string
  /** Whole years at the first session, at most 89. */
  age: number | null
  sex: string | null
  educationYears: number | null
  locale: string
  sessions: number
}

type Period = Pick<Content, 'tx' | 'takeout' | 'timeZone'>

/** Finished or not, the sessions of participants who agreed to research. Practice and archived sessions are left out. */
const sessionsOf = (period: Period) =>
  period.tx
    .selectFrom('protocol_responses')
    .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
    .where('participants.consent_research', '=', true)
    .where('protocol_responses.active', '=', true)
    .where('protocols.is_practice', '=', false)
    .where(isTheirs(period))
    .where(isInRange(period, 'protocol_responses.date_created'))

const sessionRowsOf = (content: Content) =>
  sessionsOf(content)
    .select(['protocol_responses.id', 'protocol_responses.participant_id', 'protocol_responses.date_created'])
    .select(['participants.birthday', 'participants.sex', 'participants.education_years'])
    .select(['participants.locale_id as person_locale', 'protocols.locale_id'])
    .select(['protocols.key', 'protocols.wording_version'])
    .orderBy('protocol_responses.date_created')
    .orderBy('protocol_responses.id')
    .execute()

/** Whether the archive would have anybody in it. */
export const hasPeople = async (period: Period): Promise<boolean> =>
  (await sessionsOf(period).select('protocol_responses.id').limit(1).executeTakeFirst()) !== undefined

/** The people of the archive and their sessions, both in the order of their labels. */
export async function readPeople(content: Content, pseudonyms: Pseudonyms) {
  const localeOf = (id: string) => content.catalogue.requireLocale(id).code
  const people = new Map<ParticipantId, Person>()
  const sessions = new Map<SessionId, ResearchSession>()
  for (const row of await sessionRowsOf(content)) {
    const { id, participant_id: participantId } = row
    const day = dayIn(content.timeZone, row.date_created)
    const person = people.get(participantId) ?? {
      subject: pseudonyms.subjectOf(participantId),
      age: row.birthday === null ? null : Math.min(highestAge, yearsBetween(row.birthday, day)),
      sex: row.sex && sexes[row.sex],
      educationYears: row.education_years,
      locale: localeOf(row.person_locale),
      sessions: 0,
    }
    people.set(participantId, { ...person, sessions: person.sessions + 1 })
    sessions.set(id, {
      participantId,
      subject: person.subject,
      session: `ses-${String(person.sessions + 1).padStart(2, '0')}`,
      day: pseudonyms.shifted(participantId, day),
      protocol: row.key,
      wordingVersion: row.wording_version,
      locale: localeOf(row.locale_id),
    })
  }
  return { people: new Map([...people].sort(([, a], [, b]) => (a.subject < b.subject ? -1 : 1))), sessions }
}

/** Whole years between two days, `YYYY-MM-DD`. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** People who share sex, ten years of age, and language. */
const groupOf = ({ sex, age, locale }: Person) =>
  [
    sex ?? 'n/a',
    age === null ? 'n/a' : `${Math.floor(age / 10) * 10}-${Math.floor(age / 10) * 10 + 9}`,
    locale,
  ] as const

/** How many people share what could identify them, smallest groups first: somebody in a group of one stands out. */
export function groupSizes(people: Iterable<Person>) {
  const groups = Map.groupBy(people, (person) => groupOf(person).join('\t'))
  return [...groups.values()]
    .map((members) => {
      const [sex, age, locale] = groupOf(members[0]!)
      return { sex, age, locale, people: members.length }
    })
    .sort((a, b) => a.people - b.people || (a.locale + a.sex + a.age < b.locale + b.sex + b.age ? -1 : 1))
}
