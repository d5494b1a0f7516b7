import { expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from './index.ts'

test('every example matches the schema of its name', () => {
  const exported = new Map<string, unknown>(Object.entries(contract))
  for (const [name, example] of Object.entries(contract.schemaExamples)) {
    const schema = exported.get(name)
    expect([name, schema instanceof z.ZodType && schema.safeParse(example).error?.issues]).toEqual([name, undefined])
  }
})

test('no schema drops a member of its example', () => {
  const exported = new Map<string, unknown>(Object.entries(contract))
  for (const [name, example] of Object.entries(contract.schemaExamples)) {
    const schema = exported.get(name)
    if (!(schema instanceof z.ZodObject)) continue
    expect([name, Object.keys(schema.parse(example)).sort()]).toEqual([name, Object.keys(example as object).sort()])
  }
})
