// npm run tool -- bench-web: how soon a session of twelve items shows its findings and numbers, from a demonstration
// clinic of its own, with warm caches. Beside each load, a page of text of the same clinic is loaded: the ratio depends
// less on the machine than the seconds do. Needs the built pages and Chromium; CHROMIUM sets the path of another one.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startMeasuredDemonstration } from './measured-demonstration.ts'
import { openChromium } from './open-chromium.ts'

const { values } = parseArgs({ options: { loads: { type: 'string', default: '9' } } })
const loads = Number(values.loads)
const itemCount = 12
/** What must be on the page, and painted. */
const marks = {
  finding: '[data-finding]',
  numbers: '[data-measure]',
  text: 'main h1',
}

type Run = { finding: number; numbers: number; text: number }

const browser = await openChromium()
const { url, password, stop } = await startMeasuredDemonstration()
try {
  const page = await (await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })).newPage()
  page.setDefaultTimeout(120_000)
  await page.goto('/')
  await page.locator('input[name="email"]').fill('examiner@demo.example')
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/dashboard/')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-001')
  await page.getByRole('link', { name: 'DEMO-001' }).first().click()
  const result = page.getByRole('link', { name: /^Resultado / }).first()
  const address = (await result.getAttribute('href'))!

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
    await route.fulfill({ response, json: session })
  })
  await page.addInitScript((selectors) => {
    const painted: Record<string, number> = {}
    Object.assign(window, { painted })
    const seen = new Set<string>()
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(selectors)) {
        if (seen.has(name) || document.querySelector(selector) === null) continue
        seen.add(name)
        requestAnimationFrame(() => setTimeout(() => (painted[name] = performance.now())))
      }
    }).observe(document, { childList: true, subtree: true })
  }, marks)

  const devtools = await page.context().newCDPSession(page)
  /** Milliseconds from the start of the navigation to the frame with the mark. */
  const load = async (to: string, mark: keyof typeof marks) => {
    await page.goto(to, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(
      (name) => (window as unknown as { painted?: Record<string, number> }).painted?.[name],
      mark,
    )
    return (await painted.jsonValue())!
  }
  for (const rate of [1, 4]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    await load(address, 'numbers')
    await load('/policy/', 'text')
    const runs: Run[] = []
    for (let i = 0; i < loads; i++) {
      const numbers = await load(address, 'numbers')
      const finding = await load(address, 'finding')
      runs.push({ finding, numbers, text: await load('/policy/', 'text') })
    }
    const median = (pick: (run: Run) => number) => runs.map(pick).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!
    console.log(
      `Processor slowed down ${rate} times, median of ${loads} (load of the machine: ${loadavg()[0]!.toFixed(1)}):`,
    )
    for (const [name, pick] of [
      ['first finding', (run: Run) => run.finding],
      ['first numbers', (run: Run) => run.numbers],
    ] as const)
      console.log(
        `  ${name} after ${(median(pick) / 1000).toFixed(2)} s, ` +
          `${median((run) => pick(run) / run.text).toFixed(1)} times a page of text`,
      )
    console.log(`  page of text after ${(median(({ text }) => text) / 1000).toFixed(2)} s`)
  }
} finally {
  await browser.close()
  await stop()
}
