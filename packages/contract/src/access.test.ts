import { expect, test } from 'vitest'
import { type Actor, accessOf, features } from './access.ts'

const nobody = { is_examiner: false, is_manager: false, is_owner: false }
const actor = (roles: Partial<Actor['roles']>, mode: Actor['mode'] = null): Actor => ({
  roles: { ...nobody, ...roles },
  mode,
})

test('without an impersonation every feature is on', () => {
  for (const feature of features) expect(accessOf(actor({}), { feature })).toEqual({ granted: true })
})

test('a mode allows only what its table names', () => {
  const review = actor({ is_examiner: true }, { readProtocolRes: true, recordProtocol: false })
  expect(accessOf(review, { feature: 'readProtocolRes' })).toEqual({ granted: true })
  for (const feature of ['recordProtocol', 'admin'] as const)
    expect(accessOf(review, { feature })).toEqual({ granted: false, code: 'feature_disabled' })
  // A call that needs no feature stays open in every mode.
  expect(accessOf(review, { role: 'examiner' })).toEqual({ granted: true })
})

test('a role is checked before a feature; the owner counts as a manager', () => {
  const refused = { granted: false, code: 'permission_denied' }
  expect(accessOf(actor({}), {})).toEqual({ granted: true })
  expect(accessOf(actor({}, {}), { role: 'examiner', feature: 'recordProtocol' })).toEqual(refused)
  expect(accessOf(actor({ is_manager: true }), { role: 'examiner' })).toEqual(refused)
  expect(accessOf(actor({ is_manager: true }), { role: 'owner' })).toEqual(refused)
  expect(accessOf(actor({ is_owner: true }), { role: 'manager' })).toEqual({ granted: true })
  expect(accessOf(actor({ is_examiner: true }), { role: 'examiner' })).toEqual({ granted: true })
})
