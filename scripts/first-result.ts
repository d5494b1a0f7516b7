// npm run tool -- first-result: clicks and seconds from an empty folder to the first result, with an automatic pointer, in
// a clinic without demonstration data. Each run starts a server of its own. Needs the built pages and Chromium; CHROMIUM
// sets the path of another one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { makeKnownSource, writeSource } from '../tests/e2e/known-recording.ts'
import { freePort } from '../tests/e2e/start-server.ts'
import { fakeMicrophone, openChromium } from './open-chromium.ts'

const password = 'Largo-Camino-83!'
/** Seconds that the participant speaks in each of the four items of the short session. */
const speechSeconds = 5
const stages = ['start', 'setup', 'register', 'record', 'result'] as const
type Stage = (typeof stages)[number]
type Way = Record<Stage, { seconds: number; clicks: number }>

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const ways: Way[] = []
for (let run = 0; run < Number(values.runs); run++) ways.push(await inNewFolder(walk))

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const texts: Record<Stage, string> = {
  start: 'from `npm start` in an empty folder to the link (pages built)',
  setup: 'the clinic and its owner, and the sign-in',
  register: 'the first participant',
  record: `four items, with ${4 * speechSeconds} s of speech`,
  result: 'from the last item to the measures on the result page',
}
console.log(`Median of ${ways.length} runs (load of the machine: ${loadavg()[0]!.toFixed(1)}):`)
for (const stage of stages) {
  const [clicks, seconds] = (['clicks', 'seconds'] as const).map((part) => median(ways.map((way) => way[stage][part])))
  console.log(`  ${texts[stage]}: ${clicks} clicks, ${seconds!.toFixed(1)} s`)
}
const total = (part: 'clicks' | 'seconds') =>
  median(ways.map((way) => stages.reduce((sum, stage) => sum + way[stage][part], 0)))
console.log(
  `  in all: ${total('clicks')} clicks, ${total('seconds').toFixed(1)} s; typing counts as seconds, not as clicks`,
)

async function inNewFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-first-result-'))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

async function walk(folder: string): Promise<Way> {
  const microphone = path.join(folder, 'voice.wav')
  await writeSource(microphone, makeKnownSource(200))
  const browser = await openChromium(...fakeMicrophone, `--use-file-for-fake-audio-capture=${microphone}`)
  const from = performance.now()
  const clinic = await startClinic(path.join(folder, 'data'))
  const start = { seconds: (performance.now() - from) / 1000, clicks: 0 }
  try {
    const context = await browser.newContext({
      baseURL: new URL(clinic.link).origin,
      locale: 'es-ES',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    return {
      start,
      setup: await timed(page, (click) => toHome(page, clinic.link, click)),
      register: await timed(page, (click) => toProtocols(page, click)),
      record: await timed(page, (click) => toEnd(page, click)),
      result: await timed(page, (click) => toResult(page, click)),
    }
  } finally {
    await browser.close()
    await clinic.stop()
  }
}

/** The server as `DEMO=off npm start` starts it, and the link that its terminal shows. */
async function startClinic(dataDir: string): Promise<{ link: string; stop: () => Promise<void> }> {
  const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts')
  const environment = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'off' }
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let output = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    output += chunk
    const link = /^ {2}(http\S+\/setup\/\S+)$/m.exec(output)?.[1]
    if (link === undefined) continue
    child.stdout!.resume()
    return { link, stop }
  }
  throw new Error(`the server ended without a link:\n${output}`)
}

type Click = (name: string | RegExp, role?: 'button' | 'link' | 'checkbox') => Promise<void>

async function timed(page: Page, way: (click: Click) => Promise<void>): Promise<{ seconds: number; clicks: number }> {
  let clicks = 0
  const from = performance.now()
  await way(async (name, role = 'button') => {
    await page.getByRole(role, { name, exact: true }).first().click()
    clicks++
  })
  return { seconds: (performance.now() - from) / 1000, clicks }
}

async function toHome(page: Page, link: string, click: Click) {
  await page.goto(link)
  await page.locator('input[name="organization_name"]').fill('Clínica del Puerto')
  await page.locator('input[name="first_name"]').fill('Ana')
  await page.locator('input[name="last_name"]').fill('Ruiz')
  await page.locator('input[name="email"]').fill('ana@puerto.example')
  await page.locator('input[name="new_password"]').fill(password)
  await page.locator('input[name="repeated_password"]').fill(password)
  await click('Crear la organización')
  await click('Ingresar', 'link')
  await page.locator('input[name="email"]').fill('ana@puerto.example')
  await page.locator('input[type="password"]').fill(password)
  await click('Ingresar')
  await click('Registrar al primer participante', 'link')
  await click('Omitir')
}

async function toProtocols(page: Page, click: Click) {
  const locale = page.locator('select[name="locale"]')
  const spanish = locale.locator('option:not([disabled])').filter({ hasText: /^Español/ })
  await locale.selectOption((await spanish.first().getAttribute('value'))!)
  await page.locator('input[name="code"]').fill('P-1')
  await click('Registrar')
  await click('Grabar un protocolo con P-1', 'link')
  await page.getByRole('heading', { name: 'Elija un protocolo' }).waitFor()
}

async function toEnd(page: Page, click: Click) {
  const playStimulus = /^Reproducir (audio|video)$/
  await click('Sesión breve')
  await page.getByRole('meter').waitFor()
  await click(/^Continuar/)
  for (let item = 1; item <= 4; item++) {
    await page.getByText(`Ítem ${item} de 4`).waitFor()
    const stimulus = page.getByRole('button', { name: playStimulus })
    // An item whose stimulus must be heard cannot be recorded before.
    if (await stimulus.isVisible()) await click(playStimulus)
    await click('Grabar')
    await page.getByText('Grabando', { exact: true }).waitFor()
    await sleep(speechSeconds * 1000)
    await click('Detener')
    await page.getByText('Grabación guardada').waitFor()
    await click(item < 4 ? 'Usar y seguir' : 'Usar y terminar')
  }
}

async function toResult(page: Page, click: Click) {
  await click('Ver resultados')
  await page.locator('[data-measure]').first().waitFor()
}
