import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Page } from 'playwright'
import {
  compareWithSource,
  isExplained,
  makeKnownSource,
  sourceRateHz,
  writeSource,
} from '../../e2e/known-recording.ts'
import { openChromium } from '../browser/chromium.ts'
import { unlimit } from '../browser/items.ts'
import { enter, openItems, startRecording, stopRecording } from '../browser/steps.ts'
import { samplesFrom, takesOf } from '../browser/takes.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'

/**
 * A known sound through the fake microphone, with the page's thread blocked for two seconds now and then, and in the
 * long form also on an overloaded machine: the stored samples equal the sound, or a gap is stored where they do not.
 */
export const knownSound: Scenario = {
  name: 'known-sound',
  title: 'A known sound with a blocked page and a busy machine: the stored samples are equal, or a gap is stored',
  inBrowser: true,
  async run({ clinic, short, random }) {
    const server = await clinic.startServer()
    const session = await startSession(await signIn(clinic.baseUrl))
    await unlimit(clinic, session.items[0]!)
    const folder = await mkdtemp(path.join(tmpdir(), 'fonema-known-'))
    const [recordings, seconds] = short ? [1, 6] : [4, 40]
    const source = makeKnownSource(short ? 90 : 400)
    const microphone = path.join(folder, 'source.wav')
    const counts = {
      recordings,
      seconds,
      blocked: 0,
      samples: 0,
      equal: 0,
      'seconds filled in from the track': 0,
      'gaps stored': 0,
      'lost without a stored gap': 0,
    }
    const failures: string[] = []
    try {
      await writeSource(microphone, source)
      await mkdir(path.join(folder, 'profile'))
      const { page, kill } = await openChromium(path.join(folder, 'profile'), microphone)
      await enter(page, clinic)
      await openItems(page, clinic, session)
      for (let recording = 0; recording < recordings; recording++) {
        const rest = recording % 2 === 1 ? keepBusy() : null
        await startRecording(page, recording === 0 ? 'Grabar' : 'Grabar de nuevo')
        counts.blocked += await blockNowAndThen(page, seconds, random)
        await rest?.()
        await stopRecording(page)
      }
      await kill()
      for (const [index, take] of (await takesOf(clinic, session)).entries()) {
        counts['gaps stored'] += take.gaps.length
        counts['seconds filled in from the track'] += Number(take.settings.mended_s ?? 0)
        const found = compareWithSource(await samplesFrom(clinic, take), source)
        if (found === undefined) {
          failures.push(`recording ${index + 1} was not found in the source`)
          continue
        }
        counts.samples += found.compared
        counts.equal += found.equal
        if (isExplained(found, take.gaps)) continue
        counts['lost without a stored gap']++
        const details = { unequal: found.unequal, gaps: take.gaps, lost: take.settings.lost_by_clock_s }
        failures.push(`recording ${index + 1} differs where no gap is stored: ${JSON.stringify(details)}`)
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    return { counts: { ...counts, 'source rate in Hz': sourceRateHz }, failures }
  },
}

async function blockNowAndThen(page: Page, seconds: number, random: () => number): Promise<number> {
  let blocked = 0
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    await sleep(500 + 2_000 * random())
    await page.evaluate(() => {
      for (const end = performance.now() + 2_000; performance.now() < end; );
    })
    blocked++
  }
  return blocked
}

/** Two busy threads for each processor; the returned function ends them. */
function keepBusy(): () => Promise<unknown> {
  const threads = Array.from(
    { length: 2 * availableParallelism() },
    () => new Worker('for (;;) Math.sqrt(Math.random())', { eval: true }),
  )
  return () => Promise.all(threads.map((thread) => thread.terminate()))
}
