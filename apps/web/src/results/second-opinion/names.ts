import type { TFunction } from '../../ui/i18n.ts'

type Person = { first_name: string; last_name: string }

/** A person's name; null: the demonstration. */
export const nameOf = (person: Person | null, t: TFunction): string =>
  person === null ? t('analysis__opinion__demonstration') : `${person.first_name} ${person.last_name}`.trim()
