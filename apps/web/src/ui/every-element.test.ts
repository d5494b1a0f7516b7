import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

test('no style asks each element what it contains: the browser would ask again at every change of a page', () => {
  const asking = globSync('**/*.css', { cwd: root }).filter((file) =>
    /(^|[\s,(>+~*]):has\(/m.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(asking).toEqual([])
})
