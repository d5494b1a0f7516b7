import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createZip } from './zip.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('an archive keeps none of its members in memory', async () => {
  const [members, size] = [20, 4_000_000]
  const zip = createZip(new Date(0))
  const read = (async () => {
    let total = 0
    for await (const chunk of zip.output) total += (chunk as Buffer).length
    return total
  })()
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const kept = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  for (let i = 0; i < members; i++)
    await zip.add(`member-${i}`, once(new Uint8Array(size).fill(i)), { compress: false })
  // V8 frees the bytes of collected arrays beside the program, and a busy machine later.
  await expect.poll(kept).toBeLessThan(2 * size)
  zip.end()
  expect(await read).toBeGreaterThan(members * size)
})
