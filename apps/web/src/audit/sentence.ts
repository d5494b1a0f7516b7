import type { AuditEntry } from '@fonema/contract'
import type { TFunction } from '../ui/i18n.ts'
import { actions, subjects } from './filter.ts'

export type NameOf = (id: string | null) => string | undefined

/** Actions that are a sentence of their own, without an object. */
const whole = [
  'sign_in',
  'sign_out',
  'sign_in_failed',
  'impersonate',
  'end_impersonation',
  'change_password',
  'rehash_password',
  'unlock',
  'break_glass',
] as const
const requests = ['models', 'populations', 'webhook_endpoints', 'invitations', 'ehr_patients'] as const
/** What a person gets and loses. */
const givenSubjects: readonly string[] = [
  'managers',
  'examiners',
  'examiner_protocols',
  'examiner_surveys',
  'impersonation_grants',
]
const ofPeople: readonly string[] = [
  ...givenSubjects,
  'users',
  'credentials',
  'invitations',
  'second_factors',
  'passkeys',
  'provider_links',
]
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const vowel = /^[aeiouyhàâäéèêëîïôöùûüœ]/i

/** An entry as a sentence; undefined for an action or object of a newer server, which this page cannot name. */
export function sentenceOf(t: TFunction, entry: AuditEntry, nameOf: NameOf): string | undefined {
  const { action, subject, object_id, examiner_id } = entry
  const known = subjects.find((one) => one === subject)
  if (known === undefined) return undefined
  const who = actorOf(t, entry, nameOf)
  const person = personOf(entry, nameOf)
  const stranger = t('audit__who__person')

  const alone = whole.find((one) => one === action)
  if (alone !== undefined) {
    const isActing = alone === 'impersonate' || alone === 'end_impersonation'
    const whose = (isActing ? nameOf(examiner_id) : nameOf(object_id)) ?? stranger
    // Of an impersonation, the person themselves is named.
    return t(`audit__sentence__${alone}`, { who: isActing ? (nameOf(entry.user_id) ?? capital(stranger)) : who, whose })
  }
  if (action === 'request') {
    const requested = requests.find((one) => one === subject)
    return requested && t(`audit__sentence__request_${requested}`, { who, whose: person ?? stranger })
  }
  const done = actions.find((one) => one === action)
  if (done === undefined) return undefined
  const isGift = givenSubjects.includes(subject) && (action === 'create' || action === 'remove')
  const did = isGift
    ? action === 'create'
      ? 'give'
      : 'take'
    : (done as Exclude<typeof done, (typeof whole)[number] | 'request'>)
  return t('audit__sentence__done', {
    who,
    did: t(`audit__did__${did}`),
    thing: thingOf(t, entry, known, person, isGift),
  })
}

function thingOf(
  t: TFunction,
  { action, subject, participant_code }: AuditEntry,
  known: (typeof subjects)[number],
  person: string | undefined,
  isGift: boolean,
): string {
  const thing = t(`audit__thing__${known}`)
  if (participant_code !== null) return t('audit__of__participant', { thing, whose: participant_code })
  if (person === undefined || !ofPeople.includes(subject)) return thing
  if (isGift) return t(action === 'create' ? 'audit__of__receiver' : 'audit__of__giver', { thing, whose: person })
  return t(vowel.test(person) ? 'audit__of__person_with_vowel' : 'audit__of__person', { thing, whose: person })
}

/** Names both people if one acted as the other. */
function actorOf(
  t: TFunction,
  { user_id, service_account, directory, examiner_id, mode, action }: AuditEntry,
  nameOf: NameOf,
): string {
  if (service_account !== null) return t('audit__who__service_account', { name: service_account })
  if (directory !== null) return t('audit__who__directory', { name: directory })
  if (user_id === null) return t(action === 'sign_in_failed' ? 'audit__who__unknown' : 'audit__who__product')
  const user = nameOf(user_id) ?? user_id
  return mode === null ? user : t('audit__who__acting', { user, examiner: nameOf(examiner_id) ?? '' })
}

/** Whom the object of an entry belongs to: some have the person's id as their own, others name it. */
function personOf({ object_id, old, new: after }: AuditEntry, nameOf: NameOf): string | undefined {
  const ids = [after?.user_id, old?.user_id, after?.examiner_id, old?.examiner_id, object_id]
  return ids.flatMap((id) => (typeof id === 'string' ? [nameOf(id)] : [])).find((name) => name !== undefined)
}
