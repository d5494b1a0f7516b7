// npm run tool -- stop-watch-day [--runs 5] [--rate 4]: clicks and seconds of the tasks of a clinician's day, with an
// automatic pointer in a demonstration clinic of its own; --rate slows the processor of the pages down. Needs the built
// pages and Chromium; CHROMIUM sets the path of another one.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Locator, Page } from 'playwright'
import { hideTutorial } from '../tests/e2e/hide-tutorial.ts'
import { startMeasuredDemonstration } from './measured-demonstration.ts'
import { openChromium } from './open-chromium.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, rate: { type: 'string', default: '1' } },
})
type Click = (target: Locator) => Promise<void>
type Task = { what: string; run: (page: Page, click: Click) => Promise<void> }

/** In the order of a day: each task begins where the one before it ended. Typing counts as seconds, not as clicks. */
const tasks: readonly Task[] = [
  {
    what: 'home, from the sign-in',
    async run(page, click) {
      await click(page.locator('button[type="submit"]'))
      await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
    },
  },
  {
    what: 'a participant, by the search',
    async run(page, click) {
      await page.getByRole('main').getByRole('searchbox').fill('DEMO-001')
      await click(page.getByRole('link', { name: 'DEMO-001' }).first())
      await page.getByRole('heading', { level: 1, name: 'DEMO-001' }).waitFor()
    },
  },
  {
    what: 'what changed since last time, side by side',
    async run(page, click) {
      await click(page.getByRole('link', { name: /^Ver las sesiones del .* una al lado de otra$/ }))
      await page.getByRole('region', { name: 'Grabaciones y medidas de cada ítem' }).waitFor()
    },
  },
  {
    what: 'the newest result with its findings',
    async run(page, click) {
      await click(page.getByRole('link', { name: 'Volver al participante' }))
      await click(page.getByRole('link', { name: /^Resultado de/ }).first())
      await page.locator('[data-finding]').first().waitFor()
    },
  },
  {
    what: 'a signed report',
    async run(page, click) {
      await click(page.getByRole('link', { name: 'Preparar informe' }))
      await click(page.getByRole('button', { name: 'Preparar informe', exact: true }))
      await page.getByLabel('Impresión clínica').waitFor()
      await page.keyboard.type('Voz estable.')
      await page.getByText('Guardado', { exact: true }).waitFor()
      await click(page.getByRole('button', { name: 'Firmar', exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.keyboard.type(password)
      await click(dialog.getByRole('button', { name: 'Firmar', exact: true }))
      await page.getByText('Informe firmado.').waitFor()
    },
  },
  {
    what: 'the next visit, planned',
    async run(page, click) {
      await click(page.getByRole('link', { name: 'Volver a los informes' }))
      await click(page.getByRole('link', { name: 'Volver al participante' }))
      await click(page.getByRole('button', { name: 'Planificar una visita' }))
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name="date"]').fill('2030-01-08')
      await click(dialog.getByRole('button', { name: 'Planificar', exact: true }))
      await page.getByText('Se planificó la visita de DEMO-001.').waitFor()
    },
  },
  {
    what: 'a survey, opened',
    async run(page, click) {
      await click(page.getByRole('button', { name: 'Completar encuesta' }))
      await click(page.getByRole('button', { name: 'Mi voz en el día a día' }))
      await page.getByRole('heading', { name: 'Las últimas dos semanas' }).waitFor()
    },
  },
]

const browser = await openChromium()
const { url, password, stop } = await startMeasuredDemonstration()
const timed = new Map<Task, { clicks: number; seconds: number }[]>(tasks.map((task) => [task, []]))
try {
  for (let run = 0; run < Number(values.runs); run++) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'es' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    // The first steps are shown once to each person, not each day.
    await hideTutorial(page)
    await page.goto('/')
    await page.locator('input[name="email"]').fill('examiner@demo.example')
    await page.locator('input[type="password"]').fill(password)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.rate) })
    for (const task of tasks) timed.get(task)!.push(await timeOf(page, task))
    await context.close()
  }
} finally {
  await browser.close()
  await stop()
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
console.log(
  `Median of ${values.runs} runs, processor slowed down ${values.rate} times, load ${loadavg()[0]!.toFixed(1)}:`,
)
for (const [{ what }, ways] of timed) {
  const [clicks, seconds] = [median(ways.map((way) => way.clicks)), median(ways.map((way) => way.seconds))]
  console.log(`| ${what} | ${clicks} | ${seconds.toFixed(1)} |`)
}

async function timeOf(page: Page, { run }: Task) {
  let clicks = 0
  const from = performance.now()
  await run(page, async (target) => {
    await target.click()
    clicks++
  })
  return { clicks, seconds: (performance.now() - from) / 1000 }
}
