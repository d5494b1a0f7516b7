// npm run tool -- stop-watch: clicks and seconds from the sign-in to the first recording, for a new and for a returning
// participant, and seconds from Stop to the verdict, with an automatic pointer in a demonstration clinic of its own. Needs
// the built pages and Chromium; CHROMIUM sets the path of another one. "--busy 2" also times the verdict while two
// processes of their own use the processor: Chromium's own slowdown reaches the page, but not the workers that judge.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Locator, Page } from 'playwright'
import { startMeasuredDemonstration } from './measured-demonstration.ts'
import { fakeMicrophone, openChromium } from './open-chromium.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, busy: { type: 'string', default: '0' } },
})
const busyCount = Number(values.busy)
if (!Number.isInteger(busyCount) || busyCount < 0) throw new Error('--busy is a number of processes')
const browser = await openChromium(...fakeMicrophone)
const { url, password, stop } = await startMeasuredDemonstration()
type Way = { clicks: number; seconds: number }
const ways: Record<'new' | 'returning', Way[]> = { new: [], returning: [] }
/** What the machine does besides, and the seconds from Stop to the verdict. */
type Timed = { text: string; slowdown: number; busy: number; seconds: number[] }
const verdicts: Timed[] = [
  { text: 'nothing else runs', slowdown: 1, busy: 0, seconds: [] },
  { text: 'the page is slowed down 4 times', slowdown: 4, busy: 0, seconds: [] },
]
if (busyCount > 0) {
  const text = `${busyCount} other ${busyCount === 1 ? 'process is' : 'processes are'} busy`
  verdicts.push({ text, slowdown: 1, busy: busyCount, seconds: [] })
}
try {
  for (let run = 0; run < Number(values.runs); run++) {
    const page = await (await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })).newPage()
    page.setDefaultTimeout(60_000)
    await page.goto('/')
    await page.locator('input[name="email"]').fill('examiner@demo.example')
    await page.locator('input[type="password"]').fill(password)
    ways.new.push(await timed(page, toNewParticipant))
    await page.goto('/dashboard/')
    await page
      .getByRole('link', { name: /^Repetir / })
      .first()
      .waitFor()
    ways.returning.push(await timed(page, toReturningParticipant))
    for (const { slowdown, busy, seconds } of verdicts) seconds.push(await toVerdict(page, slowdown, busy))
    await page.context().close()
  }
} finally {
  await browser.close()
  await stop()
}
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
console.log(`Median of ${values.runs} runs (load of the machine: ${loadavg()[0]!.toFixed(1)}):`)
for (const [name, text] of [
  ['new', 'from the sign-in to the first recording of a new participant'],
  ['returning', 'from home to the recording of a participant who comes again, microphone checked today'],
] as const) {
  const [clicks, seconds] = (['clicks', 'seconds'] as const).map((part) => median(ways[name].map((way) => way[part])))
  console.log(`  ${text}: ${clicks} clicks, ${seconds!.toFixed(1)} s`)
}

for (const { text, seconds } of verdicts) {
  const longest = Math.max(...seconds).toFixed(2)
  console.log(`  from Stop to the verdict, ${text}: ${median(seconds).toFixed(2)} s, at most ${longest} s`)
}

/** Stops a recording of five seconds, waits for its verdict, and begins to record again. @returns the seconds between */
async function toVerdict(page: Page, slowdown: number, busy: number): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const load = startLoad(busy)
  const seconds = await stopped(page).finally(() => stopLoad(load))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.getByRole('button', { name: 'Grabar de nuevo', exact: true }).click()
  return seconds
}

/** The seconds include the pointer's own way to the button: the verdict itself is a little faster. */
async function stopped(page: Page): Promise<number> {
  await page.getByText(/0:05/).first().waitFor()
  const from = performance.now()
  await page.getByRole('button', { name: /^Detener/ }).click()
  await page.locator('[data-item] [data-verdict]').waitFor()
  return (performance.now() - from) / 1000
}

/** Processes that compute without a pause, at most as long as this one lives. */
function startLoad(count: number) {
  const work = 'const parent = process.ppid; while (process.ppid === parent);'
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', work], { stdio: 'ignore' }))
}

async function stopLoad(load: readonly ChildProcess[]) {
  for (const busy of load) {
    const ended = once(busy, 'exit')
    busy.kill('SIGKILL')
    await ended
  }
}

/** Runs a way until somebody is recorded. Typing counts as seconds, not as clicks. */
async function timed(page: Page, way: (page: Page, click: (target: Locator) => Promise<void>) => Promise<void>) {
  let clicks = 0
  const from = performance.now()
  await way(page, async (target) => {
    await target.click()
    clicks++
  })
  await page.getByRole('button', { name: /^(Detener|Podrá detener)/ }).waitFor()
  return { clicks, seconds: (performance.now() - from) / 1000 }
}

async function toNewParticipant(page: Page, click: (target: Locator) => Promise<void>) {
  const code = `TIME-${Date.now()}`
  await click(page.locator('button[type="submit"]'))
  await click(page.getByRole('button', { name: 'Omitir', exact: true }))
  await page.locator('input[name="code"]').fill(code)
  await page.locator('select[name="locale"]').selectOption({ label: await spanish(page) })
  await click(page.getByRole('button', { name: 'Registrar', exact: true }))
  await click(page.getByRole('link', { name: `Grabar un protocolo con ${code}` }))
  await click(page.getByRole('button', { name: 'Práctica' }).first())
  await click(page.getByRole('button', { name: /^Continuar/ }))
  await click(page.getByRole('button', { name: 'Grabar', exact: true }))
}

async function toReturningParticipant(page: Page, click: (target: Locator) => Promise<void>) {
  // What a check of the same day leaves on this computer.
  await page.evaluate(() => {
    const good = [
      { subject: 'room', finding: 'room_quiet', verdict: 'good' },
      { subject: 'level', finding: 'level_good', verdict: 'good' },
    ]
    const deviceId = localStorage.getItem('fonema.microphone')
    localStorage.setItem(
      'fonema.microphone_check',
      JSON.stringify({ day: new Date().toDateString(), deviceId, result: good }),
    )
  })
  await click(page.getByRole('link', { name: /^Repetir / }).first())
  await click(page.getByRole('button', { name: 'Grabar', exact: true }))
}

async function spanish(page: Page): Promise<string> {
  const options = page.locator('select[name="locale"] option:not([disabled])').filter({ hasText: /^Español/ })
  return (await options.first().innerText()).trim()
}
