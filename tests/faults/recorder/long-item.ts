import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openChromium } from '../browser/chromium.ts'
import { unlimit } from '../browser/items.ts'
import { enter, openItems, startRecording, stopRecording } from '../browser/steps.ts'
import { takesOf } from '../browser/takes.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { readStored } from '../stored.ts'

/** Ten minutes are 53 MB as stored and 106 MB as decoded. */
const allowedMb = 40
/** In the first seconds the browser itself still grows; the short form only shows that this growth has a limit. */
const allowedAtStartMb = 150

/** One item of ten minutes, from the click until it is stored. */
export const longItem: Scenario = {
  name: 'long-item',
  title: 'The memory of the browser does not grow with the length of an item of ten minutes',
  inBrowser: true,
  async run({ clinic, short }) {
    const server = await clinic.startServer()
    const session = await startSession(await signIn(clinic.baseUrl))
    await unlimit(clinic, session.items[0]!)
    const allowed = short ? allowedAtStartMb : allowedMb
    const [seconds, every] = short ? [4, 2] : [600, 60]
    const measured: { processMb: number; heapMb: number }[] = []
    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-long-'))
    let verdictMs = 0
    let storedMs = 0
    try {
      const { page, kill, memory } = await openChromium(profile)
      await enter(page, clinic)
      await openItems(page, clinic, session)
      await startRecording(page)
      for (let at = every; at <= seconds; at += every) {
        await sleep(every * 1000)
        measured.push(await memory())
      }
      const begun = performance.now()
      const judged = page.locator('[data-verdict]').waitFor()
      const stored = stopRecording(page)
      await judged
      verdictMs = performance.now() - begun
      await stored
      storedMs = performance.now() - begun
      measured.push(await memory())
      await kill()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const [take] = await takesOf(clinic, session)
    const files = (await readStored(clinic)).filter(({ sessionId }) => sessionId === session.id)
    const isWhole = files.length === 1 && files.every(({ sha256, fileSha256 }) => sha256 === fileSha256)
    const length = take === undefined ? 0 : take.window_end - take.window_start
    // Samples that the browser itself drops on a busy machine are not in the file, and the take says so.
    const lost = Number(take?.settings.lost_by_clock_s ?? 0)
    const [first, last] = [measured[0]!, measured.at(-1)!]
    const growth = Math.max(...measured.map(({ processMb }) => processMb)) - first.processMb
    const shown = (of: 'processMb' | 'heapMb') => measured.map((each) => each[of].toFixed(0)).join(' ')
    return {
      counts: {
        'seconds stored': length.toFixed(1),
        'seconds that the browser dropped, stored as gaps': lost.toFixed(2),
        [`MB of the page's process, every ${every} s and when it is stored`]: shown('processMb'),
        "MB of the page's heap": shown('heapMb'),
        'seconds from stop to the verdict': (verdictMs / 1000).toFixed(1),
        'seconds from stop to stored': (storedMs / 1000).toFixed(1),
      },
      failures: [
        ...(isWhole && length + lost >= seconds ? [] : [`${length + lost} s of ${seconds} are stored or reported`]),
        ...(growth > allowed ? [`the process grows by ${growth.toFixed(0)} MB`] : []),
        ...(last.heapMb - first.heapMb > allowed ? ['the heap grows'] : []),
      ],
    }
  },
}
