import { expect, test } from 'vitest'
import { analysisFunctions } from './functions.ts'

test('every function has its own id and entry', () => {
  for (const facts of [analysisFunctions.map(({ id }) => id), analysisFunctions.map(({ entry }) => entry)])
    expect(new Set(facts).size).toBe(analysisFunctions.length)
})
