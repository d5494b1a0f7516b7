import { expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from './index.ts'

test('every example fits the schema of its name', () => {
  for (const [name, example] of Object.entries(contract.schemaExamples)) {
    const schema = contract[name as keyof typeof contract]
    expect([name, schema instanceof z.ZodType && schema.safeParse(example).error?.issues]).toEqual([name, undefined])
  }
})
