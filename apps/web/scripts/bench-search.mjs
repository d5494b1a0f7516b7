// Measures the main-thread cost of one letter in the participant search, from the key press to the rendered result. Two
// measures: task duration with the CPU slowed down four times (needs an idle machine), and CPU time by the kernel at
// full speed (Linux; hardly affected by other load). Run by hand against a running demonstration that serves a build:
//   BASE=http://127.0.0.1:8080 DEMO_PASSWORD=… node apps/web/scripts/bench-search.mjs [participants …]
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
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

// A field on an empty page: the browser's own cost per key.
await bench('a bare field', await openBareField())
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  await bench(`${size} participants`, await openHome(size))
}
await browser.close()

async function bench(what, page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const thread = await mainThread()
  console.log(`${what}, ms of main thread for each key (load of the machine: ${loadavg()[0].toFixed(1)})`)
  report('ran, full speed      ', await typeAll(page, async () => ranMs(thread)))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  report(`tasks, ${slowDown} times slower`, await typeAll(page, () => taskMs(devtools)))
  await page.context().close()
}

async function openBareField() {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.setContent('<input type="search" aria-label="bare">')
  return page
}

/** The home page of the demonstration's examiner, with the requested number of synthetic participants. */
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

/** The page thread with the most CPU time: only one page is open. */
async function mainThread() {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const [{ id }] = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)
  return `/proc/${id}/task/${id}/schedstat`
}

/** The cost of each key by a clock that also runs while the thread is busy. A first round warms up the engine. */
async function typeAll(page, clock) {
  await page.getByRole('main').getByRole('searchbox').focus()
  const costOf = async (key) => {
    const before = await clock()
    if (key !== undefined) await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(200)
    return (await clock()) - before
  }
  const idle = []
  for (let i = 0; i < 15; i++) idle.push(await costOf())
  const costs = []
  for (let round = 0; round < 3; round++) {
    for (const search of searches) {
      for (const key of [...search, ...Array.from(search, () => 'Backspace')]) {
        const cost = await costOf(key)
        if (round > 0) costs.push(cost)
      }
    }
  }
  return { idle, costs }
}

function report(what, { idle, costs }) {
  console.log(
    `  ${what}: median ${at(costs, 0.5)}, 95 % ${at(costs, 0.95)}, most ${at(costs, 1)}; no key ${at(idle, 0.5)}`,
  )
}

async function taskMs(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
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
    birthday: null,
    sex: null,
    education_years: null,
    occupation: null,
    diagnose: null,
    diagnose_date: null,
    locale: '0198f3a0-0000-7000-8000-000000000001',
    phone: null,
    country: null,
    active: i % 11 !== 0,
    created_at: new Date(1.78e12 - i * 60_000).toISOString(),
  }))
}
