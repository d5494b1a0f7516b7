import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The largest heap of a process that keeps some objects and lets others go when they are old, MB. */
function largestHeap(begin: string): number {
  const program = `${begin}
    const live = Array.from({ length: 400_000 }, (_, i) => ({ i, text: 'x'.repeat(20) + i, list: [i, i + 1, i + 2] }))
    const passing = new Array(600_000)
    let most = 0
    for (let i = 0; i < 6_000_000; i++) {
      passing[i % passing.length] = { i, list: [i, i] }
      if (i % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal)
    }
    console.log(Math.round(most / 1e6), live.length)`
  const options = ['--max-semi-space-size=16', '--max-old-space-size=4096', '--input-type=module', '--eval', program]
  return Number.parseInt(execFileSync(process.execPath, options, { encoding: 'utf8' }), 10)
}

test('a bounded heap of old objects stays well below the one that V8 would take', () => {
  const own = new URL('spare-memory.ts', import.meta.url).href
  const bounded = largestHeap(`import { boundSpareMemory } from '${own}'; boundSpareMemory()`)
  expect(bounded).toBeGreaterThan(0)
  expect(bounded / largestHeap('')).toBeLessThan(0.75)
})
