import type { User } from '@fonema/contract'

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The users whose name, e-mail or tags contain every word of the search, ignoring accents and case. */
export function findUsers(wanted: string, users: readonly User[]): User[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  return users.filter(({ first_name, last_name, email, tags }) => {
    const text = fold([first_name, last_name, email, ...tags].join(' '))
    return words.every((word) => text.includes(word))
  })
}
