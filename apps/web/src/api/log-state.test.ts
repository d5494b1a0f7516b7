import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { logState } from './log-state.ts'

test('actions are logged with their payload, truncated to 8,000 characters', async () => {
  const client = new QueryClient()
  const lines: string[] = []
  logState(client, (...words) => lines.push(words.join(' ')))
  client.setQueryData(['small'], { code: 'P-1' })
  client.setQueryData(['large'], 'x'.repeat(20_000))
  expect(lines[0]).toContain('query success ["small"] {"data":{"code":"P-1"}')
  expect(lines[1]!.length).toBeLessThan(8100)
  expect(lines[1]).toMatch(/… \(200\d\d characters\)$/)
  await client.fetchQuery({ queryKey: ['asked'], queryFn: () => 7 })
  expect(lines.at(-1)).toContain('query success ["asked"] {"data":7')
})
