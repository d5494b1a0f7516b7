import { expect, test } from 'vitest'
import { sessionChoices } from './session-choices.ts'

test('the choice of a session begins with its day', () => {
  const session = { id: 's1', date_created: '2026-10-14T02:18:00.000Z', protocol: { name: 'Voz y articulación' } }
  const [choice] = sessionChoices([session])
  expect(choice).toMatchObject({ value: 's1', label: expect.stringMatching(/^1\d oct 2026\D.* · Voz y articulación$/) })
})
