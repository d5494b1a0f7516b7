// npm run tool -- pictures: takes the README's pictures (docs/pictures) in Chromium, from its own demonstration clinic.
// Needs the built pages (node scripts/prepare.mjs --build) and Chromium; CHROMIUM sets the path of another one.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readWav, writeWav16 } from '@fonema/speech'
import type { Page } from 'playwright'
import { resample } from '../packages/speech/src/resample.ts'
import { startMeasuredDemonstration } from './measured-demonstration.ts'
import { fakeMicrophone, openChromium } from './open-chromium.ts'

const root = path.dirname(import.meta.dirname)
const pictures = path.join(root, 'docs/pictures')
/** Speaks English, so that item, transcript and interface are in the language of the README. */
const speaker = 'DEMO-005'

const { url, password, folder, stop } = await startMeasuredDemonstration()
const browser = await openChromium(...fakeMicrophone, `--use-file-for-fake-audio-capture=${await writeVoice()}`).catch(
  async (error) => {
    await stop()
    throw error
  },
)
try {
  await mkdir(pictures, { recursive: true })
  const page = await signIn('examiner@demo.example')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await takeParticipant(page)
  await takeResult(page)
  await takeRecorder(page)
  const admin = await signIn('owner@demo.example')
  await admin.getByRole('heading', { level: 2 }).first().waitFor()
  await take(admin, 'administration')
} finally {
  await browser.close()
  await stop()
}

async function signIn(email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(240_000)
  await page.goto('/')
  await page.getByText('EN', { exact: true }).click()
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/(dashboard|admin)\/$/)
  return page
}

async function takeParticipant(page: Page) {
  await page.getByRole('main').getByRole('searchbox').fill(speaker)
  await page.getByRole('link', { name: speaker }).first().click()
  await page.getByRole('heading', { name: speaker }).waitFor()
  await page.getByRole('region', { name: 'Evolution' }).locator('svg [aria-label]').first().waitFor()
  await take(page, 'participant', 'Evolution')
}

async function takeResult(page: Page) {
  await page
    .getByRole('link', { name: /^Result / })
    .first()
    .click()
  await page.getByRole('heading', { name: 'What stands out' }).waitFor()
  await take(page, 'result')
  await page.goBack()
}

async function takeRecorder(page: Page) {
  await page
    .getByRole('link', { name: /^Record a protocol/ })
    .first()
    .click()
  // The participant's page, which leads here, has buttons of that name too.
  await page.getByRole('heading', { name: 'Choose a protocol' }).waitFor()
  await page.getByRole('button', { name: 'Voice and articulation' }).first().click()
  await page.getByRole('button', { name: /^Continue( without checking)?$/ }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByText('Recording', { exact: true }).waitFor()
  await page.getByText(/0:03/).first().waitFor()
  await take(page, 'recorder')
}

/** `from` is the heading at the top of the picture; absent: the top of the page. */
async function take(page: Page, name: string, from?: string) {
  await page.waitForLoadState('networkidle')
  const heading = page.getByRole('heading', { name: from ?? /./, exact: true }).first()
  await heading.evaluate((element, isFirst) => {
    if (isFirst) window.scrollTo(0, 0)
    else window.scrollBy(0, element.getBoundingClientRect().top - 120)
  }, from === undefined)
  await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}

/** A vowel at 44.1 kHz, the rate of Chromium's fake microphone. */
async function writeVoice(): Promise<string> {
  const vowel = await readFile(path.join(root, 'packages/speech/fixtures/vowel_50_a_f102.wav'))
  const { samples, sampleRateHz } = readWav(vowel)
  const file = path.join(folder, 'voice.wav')
  const pcm = Int16Array.from(
    resample(samples, sampleRateHz, 44100),
    (sample) => Math.max(-1, Math.min(1, sample)) * 32767,
  )
  await writeFile(file, writeWav16(pcm, 44100))
  return file
}
