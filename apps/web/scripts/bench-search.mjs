// What a letter of the participant search costs: time that the page's main thread runs, from the key to the drawn
// result, with the processor slowed down four times. Linux only: the kernel counts it, so that what else the machine
// does stays out. Run by hand against a running demonstration that serves a build:
//   BASE=http://127.0.0.1:8080 DEMO_PASSWORD=… node apps/web/scripts/bench-search.mjs [participants …]
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright'

const base = process.env.BASE ?? 'http://127.0.0.1:8080'
const password = process.env.DEMO_PASSWORD
const sizes = process.argv.slice(2).map(Number)
const slowDown = 4
const searches = ['garcia', 'p-07', 'maria lopez', 'zzz', 'e1']

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const page = await openHome(size)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const field = page.getByRole('searchbox')
  await field.focus()
  const thread = await mainThread()
  const quiet = []
  for (let i = 0; i < 15; i++) quiet.push(await costOf(page, thread, async () => {}))
  const costs = []
  for (let round = 0; round < 3; round++) {
    for (const search of searches) {
      for (const letter of [...search, ...Array.from(search, () => 'Backspace')]) {
        const cost = await costOf(page, thread, () => page.keyboard.press(letter === ' ' ? 'Space' : letter))
        // The first round warms the engine up, as the first seconds of a day do.
        costs.push({ cost, isWarm: round > 0, letter })
      }
    }
  }
  const warm = costs.filter(({ isWarm }) => isWarm).map(({ cost }) => cost)
  const cold = costs.filter(({ isWarm }) => !isWarm).map(({ cost }) => cost)
  console.log(`${size} participants, ${slowDown}× slower, ms of main thread for each key`)
  console.log(`  no key:    median ${at(quiet, 0.5)}`)
  console.log(`  first use: median ${at(cold, 0.5)}, 95 % ${at(cold, 0.95)}, most ${at(cold, 1)}`)
  console.log(`  after it:  median ${at(warm, 0.5)}, 95 % ${at(warm, 0.95)}, most ${at(warm, 1)}`)
  await page.context().close()
}
await browser.close()

/** The home page of the demonstration's examiner, with as many invented participants as asked for. */
async function openHome(size) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/api/user/participants/', (route) => route.fulfill({ json: participants(size) }))
  await page.goto(base)
  await page.locator('input[name="email"]').fill('examiner@demo.example')
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.getByRole('dialog').waitFor({ timeout: 120_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(2000)
  return page
}

/** The thread of the page that has run most: one page is open at a time. */
async function mainThread() {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const [{ id }] = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)
  return `/proc/${id}/task/${id}/schedstat`
}

/** How long the thread runs, in ms, from an action until 200 ms later. */
async function costOf(page, thread, act) {
  const before = ranMs(thread)
  await act()
  await page.waitForTimeout(200)
  return ranMs(thread) - before
}

function ranMs(thread) {
  return Number(readFileSync(thread, 'utf8').split(' ')[0]) / 1e6
}

function at(costs, share) {
  const sorted = costs.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1)
}

function participants(size) {
  const last = ['García', 'Pérez', 'López', 'Núñez', 'Ibáñez', 'Fernández Gutiérrez', 'Silva', 'Müller', 'Dubois']
  const first = ['María', 'José', 'Lucía', 'Ana', 'Juan Ignacio', 'Zoë', 'Bruno', 'Gaëlle']
  return Array.from({ length: size }, (_, i) => ({
    id: `0198f3a0-0000-7000-8000-${String(i).padStart(12, '0')}`,
    code: `P-${String((i * 7919) % size).padStart(6, '0')}`,
    last_name: last[i % last.length],
    first_name: first[(i * 5) % first.length],
    ...{ birthday: null, sex: null, education_years: null, occupation: null, diagnose: null, diagnose_date: null },
    ...{ locale: '0198f3a0-0000-7000-8000-000000000001', phone: null, country: null },
    active: i % 11 !== 0,
    created_at: new Date(1.78e12 - i * 60_000).toISOString(),
  }))
}
