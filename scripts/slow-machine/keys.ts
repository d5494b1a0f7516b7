import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { makeKnownSource, sourceRateHz } from '../../tests/e2e/known-recording.ts'
import { unlimit } from '../../tests/faults/browser/items.ts'
import { button, enter } from '../../tests/faults/browser/steps.ts'
import { type Examiner, type Session, signIn, startSession, toRecording, upload } from '../../tests/faults/client.ts'
import type { Clinic } from '../../tests/faults/clinic.ts'
import { type Figure, quantile, type SlowOptions, withTablet } from './tablet.ts'

const limit = 100
/** A minute of fluent speech, three times over: a long item. */
const wordCount = 450
const audioSeconds = 180
const participants = 200

/** From a key to the frame that shows it: in the registration form, and in the workbench of a long transcript. */
export async function measureKeys({ clinic, rate }: SlowOptions): Promise<Figure[]> {
  await clinic.startServer({ role: 'all' })
  const examiner = await signIn(clinic.baseUrl)
  for (let i = 0; i < participants; i++) await startParticipant(examiner, i)
  const session = await startSession(examiner)
  await storeTranscript(clinic, examiner, session)
  return withTablet({ rate }, async (page) => {
    await watchKeys(page)
    const bare = await inBarePage(page, clinic)
    await enter(page, clinic)
    return [...bare, ...(await inRegistration(page)), ...(await inWorkbench(page, clinic, session))]
  })
}

async function startParticipant(examiner: Examiner, index: number) {
  const locales = (await examiner.get('/cms/locales/')).body as unknown as { id: string }[]
  await examiner.post('/user/participants/', { code: `P-${index}`, locale: locales[0]!.id, first_name: `Ana ${index}` })
}

/** A description of a picture with timed words. */
async function storeTranscript(clinic: Clinic, examiner: Examiner, session: Session) {
  const item = session.items[1]!
  await unlimit(clinic, item)
  const samples = makeKnownSource(audioSeconds)
  const stored = await upload(clinic.baseUrl, examiner, session.pathOf(item), toRecording(samples, sourceRateHz))
  if (stored.status !== 201) throw new Error(`The recording was not stored: ${JSON.stringify(stored.body)}`)
  const each = audioSeconds / wordCount
  const words = Array.from({ length: wordCount }, (_, index) => ({
    text: `palabra${index}`,
    start: index * each,
    end: (index + 0.8) * each,
  }))
  const { status, body } = await examiner.post(
    `${session.pathOf(item)}transcript/`,
    { words, based_on: 0 },
    { 'idempotency-key': randomUUID() },
  )
  if (status !== 201) throw new Error(`The transcript was not stored: ${JSON.stringify(body)}`)
}

type Watched = { keys: number[]; draws: number }

/** In the page: milliseconds from each key to its frame, and how often a picture is drawn. */
const watchKeys = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { keys: [], draws: 0 }
    Object.assign(window, { watched })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const afterPaint = new MessageChannel()
          afterPaint.port1.onmessage = () => watched.keys.push(performance.now() - timeStamp)
          afterPaint.port2.postMessage(null)
        })
      },
      { capture: true },
    )
    // Each picture of a sound clips its plot once.
    const { clip } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clip = function (...rule: unknown[]) {
      watched.draws++
      Reflect.apply(clip, this, rule)
    }
  })

async function press(page: Page, what: string, keys: readonly string[]): Promise<Figure[]> {
  const read = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched)
  await page.evaluate(() => {
    Object.assign((window as unknown as { watched: Watched }).watched, { keys: [], draws: 0 })
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await sleep(120) // a fast typist
  }
  await sleep(1_000)
  const { keys: times, draws } = await read()
  return [
    { what: `${what}: key to paint, 95th percentile`, value: quantile(times, 0.95), unit: 'ms', limit },
    { what: `${what}: key to paint, median`, value: quantile(times, 0.5), unit: 'ms' },
    { what: `${what}: pictures drawn for ${times.length} keys`, value: draws, unit: '' },
  ]
}

/** The peer: one field on a page without styles or scripts, where a key costs what the browser itself takes. */
async function inBarePage(page: Page, { baseUrl }: Clinic): Promise<Figure[]> {
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<input>' }))
  await page.goto(`${baseUrl}/bare`)
  await page.locator('input').click()
  return press(page, 'Bare page', [...'PARTICIPANT-2026-00001'])
}

async function inRegistration(page: Page): Promise<Figure[]> {
  const code = page.locator('input[name="code"]')
  if (!(await code.isVisible())) await button(page, 'Registrar participante').click()
  await code.click()
  const short = await press(page, 'Registration', [...'PARTICIPANT-2026-00001'])
  await button(page, 'Más datos').click()
  await page.locator('select[name="country"]').waitFor()
  await page.locator('textarea[name="diagnose"]').click()
  const long = await press(page, 'Registration with all fields', [...'afasia no fluente leve'])
  await page.reload() // the draft keeps what was typed
  return [...short, ...long]
}

async function inWorkbench(page: Page, { baseUrl }: Clinic, { participantId, id }: Session): Promise<Figure[]> {
  await page.goto(`${baseUrl}/dashboard/participant/protocol_result/${participantId}/${id}/?item=2`)
  await button(page, 'Palabra por palabra').click()
  await page.locator('[data-current]').waitFor()
  await page.locator('canvas').first().waitFor()
  await sleep(20_000) // until the picture is drawn and its curves are measured
  const moves = await press(
    page,
    'Workbench, from word to word',
    Array.from({ length: 40 }, () => 'ArrowRight'),
  )
  const typed = await press(page, 'Workbench, typing words', [...'hola', 'Enter', ...'mundo', 'Enter', ...'otra'])
  return [...moves, ...typed]
}
