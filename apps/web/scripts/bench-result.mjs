// Measures how long a large session takes to show its numbers: twelve items with all functions, compared with three
// populations, on a CPU slowed down four times. Prints the sizes of the loaded files (compressed, as sent) and the time
// from navigation to the first numbers and to the comparison chart. Run by hand against a running demonstration that
// serves a build and has measured its sessions:
//   BASE=http://127.0.0.1:8080 DEMO_PASSWORD=… node apps/web/scripts/bench-result.mjs
import { loadavg } from 'node:os'
import { chromium } from 'playwright'

const base = process.env.BASE ?? 'http://127.0.0.1:8080'
const slowDown = 4
const itemCount = 12

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})
const page = await (await browser.newContext({ locale: 'es-AR', viewport: { width: 1440, height: 900 } })).newPage()
await page.goto(base)
await page.locator('input[name="email"]').fill('examiner@demo.example')
await page.locator('input[type="password"]').fill(process.env.DEMO_PASSWORD)
await page.locator('button[type="submit"]').click()
await page.waitForURL('**/dashboard/')
await page.getByRole('dialog').waitFor({ timeout: 120_000 })
await page.keyboard.press('Escape')
await page.getByRole('dialog').waitFor({ state: 'hidden' })
await page.getByRole('searchbox').fill('DEMO-001')
await page.getByRole('link', { name: 'DEMO-001' }).first().click()
const result = page.getByRole('link', { name: /^Resultado / }).first()
const address = await result.getAttribute('href')

// Repeats the session's items until there are twelve.
await page.route('**/api/protocols/responses/*/*/?*', async (route) => {
  const response = await route.fetch()
  const session = await response.json()
  const { protocol, responses } = session
  for (let order = protocol.items.length + 1; order <= itemCount; order++) {
    const item = { ...protocol.items[(order - 1) % 5], id: `item-${order}`, order }
    const answer = responses[(order - 1) % responses.length]
    protocol.items.push(item)
    responses.push({ ...answer, id: `answer-${order}`, protocol_item: item })
  }
  const functions = responses.map(({ feature_extraction_res }) => feature_extraction_res.length)
  console.log(`${responses.length} items, ${Math.min(...functions)}–${Math.max(...functions)} functions each`)
  await route.fulfill({ response, json: session })
})

const devtools = await page.context().newCDPSession(page)
await devtools.send('Network.enable')
await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
const kinds = new Map()
const sent = { Script: 0, Stylesheet: 0, data: 0 }
devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
  kinds.set(requestId, response.url.includes('/api/') ? 'data' : type),
)
devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  const kind = kinds.get(requestId)
  if (kind in sent) sent[kind] += encodedDataLength
})
await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
const from = performance.now()
await page.goto(new URL(address, base).href, { waitUntil: 'commit' })
await page
  .getByRole('button', { name: /^Todas las medidas/ })
  .first()
  .waitFor()
const numbers = performance.now() - from
await page
  .getByRole('img', { name: /: la respuesta, / })
  .first()
  .waitFor()
const drawn = performance.now() - from
await page.waitForTimeout(3000)
console.log(`${slowDown} times slower (load of the machine: ${loadavg()[0].toFixed(1)})`)
console.log(
  `first numbers after ${(numbers / 1000).toFixed(1)} s, the comparison drawn after ${(drawn / 1000).toFixed(1)} s`,
)
for (const [kind, bytes] of Object.entries(sent)) console.log(`${kind}: ${(bytes / 1000).toFixed(0)} kB`)
await browser.close()
