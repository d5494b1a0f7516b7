import type { Participant } from '@fonema/contract'

/** Last name, then first name; null when neither is known. */
export function fullName({ first_name, last_name }: Pick<Participant, 'first_name' | 'last_name'>): string | null {
  return [last_name, first_name].filter((name) => name !== null && name !== '').join(', ') || null
}
