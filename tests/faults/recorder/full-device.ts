import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import {
  allowUploads,
  button,
  cutUploads,
  enter,
  openItems,
  startRecording,
  stopRecording,
  waitingSign,
} from '../browser/steps.ts'
import { takesOf } from '../browser/takes.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { readStored } from '../stored.ts'

const quotaBytes = 10_000_000
const filler = 'filler'

/** A browser with full storage, before and during a recording, while an older recording waits in the outbox. */
export const fullDevice: Scenario = {
  name: 'full-device',
  title: 'The browser’s storage is full: recording is refused with a message, and no stored recording is lost',
  inBrowser: true,
  async run({ clinic, short }) {
    const server = await clinic.startServer()
    const session = await startSession(await signIn(clinic.baseUrl))
    const rounds = short ? 1 : 10
    const failures: string[] = []
    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-full-'))
    try {
      const { page, kill } = await openChromium(profile)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Storage.overrideQuotaForOrigin', { origin: clinic.baseUrl, quotaSize: quotaBytes })
      await cutUploads(page)
      await enter(page, clinic)
      await openItems(page, clinic, session)
      await startRecording(page)
      await stopRecording(page, /a salvo en este dispositivo/)
      const noRoom = page.getByText('No hay espacio para grabar').first()
      for (let round = 0; round < rounds; round++) {
        await fill(page)
        await button(page, round === 0 ? 'Usar y seguir' : 'Reanudar').click()
        await noRoom.waitFor()
        const record = button(page, round === 0 ? 'Grabar' : 'Grabar de nuevo')
        if (!(await record.isDisabled())) failures.push('recording is not refused')
        await empty(page)
        await button(page, 'Reintentar').click()
        await noRoom.waitFor({ state: 'detached' })
        await startRecording(page, round === 0 ? 'Grabar' : 'Grabar de nuevo')
        await sleep(2_000)
        await fill(page)
        await page.getByRole('dialog').getByText('No hay espacio para grabar').waitFor()
      }
      await empty(page)
      await allowUploads(page)
      await waitingSign(page).waitFor({ state: 'detached' })
      await kill()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const takes = await takesOf(clinic, session)
    const whole = takes.filter(({ interrupted }) => !interrupted)
    const cut = takes.filter(
      ({ interrupted, window_end, window_start }) => interrupted && window_end - window_start > 1,
    )
    const torn = (await readStored(clinic)).filter(
      ({ sessionId, sha256, fileSha256 }) => sessionId === session.id && sha256 !== fileSha256,
    )
    if (whole.length !== 1) failures.push('the waiting recording is lost')
    if (cut.length < rounds) failures.push(`${rounds - cut.length} recordings that filled the store are lost`)
    if (torn.length > 0) failures.push(`${torn.length} recordings are corrupt`)
    const counts = {
      'times full before a recording': rounds,
      'times full in the middle of one': rounds,
      'recordings kept up to that point': cut.length,
      'earlier recordings lost': 1 - whole.length,
    }
    return { counts, failures }
  },
}

/** Fills the storage with other data of the same site. */
const fill = (page: Page) =>
  page.evaluate(async (name) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('all', { autoIncrement: true })
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    for (const size of [65_536, 8_192, 1_024])
      for (let fits = true; fits; )
        fits = await new Promise<boolean>((resolve) => {
          const writing = opening.result.transaction('all', 'readwrite')
          writing.objectStore('all').put(crypto.getRandomValues(new Uint8Array(size)))
          writing.oncomplete = () => resolve(true)
          writing.onabort = () => resolve(false)
        })
    opening.result.close()
  }, filler)

const empty = (page: Page) =>
  page.evaluate(async (name) => {
    const deleting = indexedDB.deleteDatabase(name)
    await new Promise((resolve) => deleting.addEventListener('success', resolve))
  }, filler)
