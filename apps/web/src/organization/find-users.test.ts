import type { User, UserId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { findUsers } from './find-users.ts'

const user = (first_name: string, last_name: string, tags: string[] = []): User => ({
  id: first_name as UserId,
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@demo.example`,
  locale: 'es-AR',
  tags,
  roles: { manager_id: null, examiner_id: null, is_manager: false, is_examiner: false, is_owner: false },
  is_impersonifing: false,
  is_active: true,
  has_second_factor: false,
  locked_until: null,
  state: 'active',
  last_sign_in: null,
  invited_at: null,
  invitation_mail: null,
})

test('a search finds each word in names, e-mail and tags, ignoring accents and case', () => {
  const users = [user('Inés', 'Núñez', ['norte']), user('Eva', 'Paz', ['sur'])]
  const found = (wanted: string) => findUsers(wanted, users).map(({ first_name }) => first_name)
  expect(found('')).toEqual(['Inés', 'Eva'])
  expect(found('nunez INES')).toEqual(['Inés'])
  expect(found('norte')).toEqual(['Inés'])
  expect(found('eva@demo')).toEqual(['Eva'])
  expect(found('eva norte')).toEqual([])
})
