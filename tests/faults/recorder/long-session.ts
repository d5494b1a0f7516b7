import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionRecording } from '@fonema/contract'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import { button, enter, openItems } from '../browser/steps.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'

/** Two hours are 691 MB as stored. */
const allowedMb = 40
/** In the first seconds the browser itself still grows. */
const allowedAtStartMb = 150

/** A conversation of two hours in real time, recorded without stopping. */
export const longSession: Scenario = {
  name: 'long-session',
  title:
    'A session of two hours, recorded whole: the memory of the browser does not grow, and the hash of the whole agrees',
  inBrowser: true,
  longOnly: true,
  async run({ clinic, short }) {
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const [minutes, everyMinutes] = short ? [1, 0.25] : [120, 10]
    const measured: { processMb: number; heapMb: number }[] = []
    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-session-'))
    try {
      const { page, kill, memory } = await openChromium(profile)
      await enter(page, clinic)
      await openItems(page, clinic, session)
      await startWholeSession(page)
      for (let at = everyMinutes; at <= minutes; at += everyMinutes) {
        await sleep(everyMinutes * 60_000)
        measured.push(await memory())
        // As a clinician does at the beginning of an item.
        await page.keyboard.press('ArrowRight')
      }
      await page.keyboard.press('Escape')
      await button(page, 'Detener la grabación').click()
      await page.getByText(/^Completa: lo guardado es idéntico/).waitFor()
      measured.push(await memory())
      await kill()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    }
    await examiner.renew()
    const [recording] = (await examiner.get(`${session.path}recordings/`)).body as unknown as SessionRecording[]
    const joined = await hashOfJoined(clinic.baseUrl, examiner.headers(), `${session.path}recordings/${recording?.id}`)
    await server.kill()
    const gaps = recording?.gaps.reduce((sum, { length }) => sum + length, 0) ?? 0
    const length = recording?.duration_s ?? 0
    const growth = Math.max(...measured.map(({ processMb }) => processMb)) - measured[0]!.processMb
    const heapGrowth = measured.at(-1)!.heapMb - measured[0]!.heapMb
    const shown = (of: 'processMb' | 'heapMb') => measured.map((each) => each[of].toFixed(0)).join(' ')
    const allowed = short ? allowedAtStartMb : allowedMb
    return {
      counts: {
        'seconds stored': length.toFixed(1),
        'seconds in stored gaps': gaps.toFixed(2),
        pieces: recording?.pieces ?? 0,
        marks: recording?.marks.length ?? 0,
        [`MB of the page's process, every ${everyMinutes} min and when it is stored`]: shown('processMb'),
        "MB of the page's heap": shown('heapMb'),
      },
      failures: [
        ...(recording?.verified ? [] : ['the recording is not verified']),
        ...(joined === recording?.sha256 ? [] : ['the joined file has another hash']),
        ...(length + gaps >= minutes * 60 ? [] : [`${length + gaps} s of ${minutes * 60} are stored or reported`]),
        ...(growth > allowed ? [`the process grows by ${growth.toFixed(0)} MB`] : []),
        ...(heapGrowth > allowed ? ['the heap grows'] : []),
      ],
    }
  },
}

async function startWholeSession(page: Page) {
  await page.getByRole('link', { name: 'Grabar la sesión completa sin parar' }).click()
  await button(page, 'Preparar el micrófono').click()
  const allow = button(page, 'Permitir micrófono')
  const opened = page.getByRole('meter')
  await allow.or(opened).first().waitFor()
  if (await allow.isVisible()) await allow.click({ timeout: 2_000 }).catch(() => {}) // it opened without a click
  await button(page, /^Continuar( sin comprobar)?$/).click()
  await page.getByRole('button', { name: /^Empezar a grabar/ }).waitFor()
  await page.keyboard.press('Space')
  await page.getByText('Grabando la sesión').waitFor()
}

/** The hash of the samples of the joined file, as it is downloaded. */
async function hashOfJoined(baseUrl: string, headers: Record<string, string>, recordingPath: string) {
  const answer = await fetch(`${baseUrl}/api${recordingPath}/audio_src/`, { headers })
  const hash = createHash('sha256')
  let skipped = 0
  for await (const chunk of answer.body!) {
    const header = Math.min(44 - skipped, chunk.length)
    skipped += header
    hash.update(chunk.subarray(header))
  }
  return hash.digest('hex')
}
