import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEach, pages, type Who } from './every-page.ts'
import { requireStill } from './layout-checks.ts'
import { look } from './views.ts'

test('every path of the router is in the table', { tags: 'short' }, () => {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../apps/web/src', file), 'utf8')
  const router = read('pages.tsx') + read('rooms.tsx')
  const paths = [...router.matchAll(/\bpath: ([^,]+),/g)].map(([, written]) => written!.replaceAll("'", ''))
  expect(Object.keys(pages).sort()).toEqual(paths.sort())
  expect(paths).toEqual(expect.arrayContaining(still))
})

const title = 'each page opens by its address, and is accessible: %s'
test.each(['nobody', 'owner'] as const)(title, { tags: 'short' }, openAll)
// A report waits for the demonstration's measures, which take too long for `npm test`.
test.each(['examiner'] as const)(title, openAll)

/** Where nothing may move while the page loads: sign-in, home, participant and result. */
const still = [
  'links.signIn',
  'dashboard/',
  'participant/:participant_id/',
  'participant/protocol_result/:participant_id/:protocolres_id/',
]

function openAll(who: Who) {
  return openEach(who, {}, async (page, name, path) => {
    if (still.includes(path)) await requireStill(page)
    await look(page, `page-${name}`)
  })
}
