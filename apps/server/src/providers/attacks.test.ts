// @module-tag long
import { expect, test } from 'vitest'
import { failuresOf } from '../../testing/attacks/attack.ts'
import { confirmationAttacks } from '../../testing/attacks/confirmations.ts'
import { logoutAttacks } from '../../testing/attacks/logouts.ts'
import { passwordAttacks } from '../../testing/attacks/passwords.ts'
import { peopleAttacks } from '../../testing/attacks/people.ts'
import { tokenAttacks } from '../../testing/attacks/tokens.ts'
import { wayAttacks } from '../../testing/attacks/ways.ts'
import { buildHouse } from '../../testing/house.ts'

const tables = {
  tokens: tokenAttacks,
  ways: wayAttacks,
  people: peopleAttacks,
  logouts: logoutAttacks,
  confirmations: confirmationAttacks,
  passwords: passwordAttacks,
}

// Some attacks hash passwords or make keys.
const patience = { timeout: 120_000 }

for (const [name, attacks] of Object.entries(tables))
  test(`every attack is refused with its own answer: ${name} (${attacks.length})`, patience, async () => {
    const house = await buildHouse()
    expect(await failuresOf(house, attacks)).toEqual([])
  })

test('there are more than a hundred attacks, each under a name of its own', () => {
  const names = Object.values(tables).flatMap((attacks) => attacks.map(([name]) => name))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(100)
})
