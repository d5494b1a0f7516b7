import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeKnownSource, writeSource } from '../../e2e/known-recording.ts'
import { bytesIn, openChromium } from '../browser/chromium.ts'
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
import { samplesFrom, takesOf } from '../browser/takes.ts'
import { signIn, startSession } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { countPieces, countWords, keepReadable } from './readable-bytes.ts'

const allowedSeconds = 1
const names = { first_name: 'Casilda', last_name: 'Quintanabrava' }

/**
 * SIGKILL of Chromium at random moments of a recording, repeatedly with the same profile, while earlier recordings
 * cannot be sent. After the last kill everything is sent, and compared with what was played until each kill.
 */
export const killBrowser: Scenario = {
  name: 'kill-browser',
  title: 'SIGKILL of the browser while it records: at most the last second is missing, nothing is readable on the disk',
  inBrowser: true,
  async run({ clinic, short, random }) {
    const server = await clinic.startServer()
    const folder = await mkdtemp(path.join(tmpdir(), 'fonema-killed-'))
    const microphone = path.join(folder, 'source.wav')
    await writeSource(microphone, makeKnownSource(120))
    const rounds = short ? 1 : 3
    const results: Awaited<ReturnType<typeof killTimes>>[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        const profile = path.join(folder, `profile-${round}`)
        await mkdir(profile)
        results.push(await killTimes(short ? 1 : 10, clinic, profile, microphone, random))
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const missing = results.flatMap((result) => result.missing)
    const sum = (count: (result: (typeof results)[number]) => number) =>
      results.reduce((total, result) => total + count(result), 0)
    const counts = {
      kills: missing.length,
      'earlier items, not yet sent': rounds,
      'earlier items lost or changed': sum(({ lost }) => lost),
      'longest missing part of a killed recording, in seconds': Math.max(...missing).toFixed(2),
      'recordings that miss more than a second': missing.filter((seconds) => seconds > allowedSeconds).length,
      'pieces of audio searched for on the disk': sum(({ looked }) => looked),
      'of them readable': sum(({ readable }) => readable),
      'names and numbers readable': sum(({ named }) => named),
      'pieces found where stored unencrypted': sum(({ control }) => control),
    }
    return {
      counts,
      failures: [
        ...missing.flatMap((seconds) =>
          seconds > allowedSeconds ? [`${seconds.toFixed(2)} s of a recording are missing`] : [],
        ),
        ...(counts['earlier items lost or changed'] > 0 ? ['an earlier item is lost'] : []),
        ...(counts['of them readable'] > 0 ? ['audio is readable on the disk'] : []),
        ...(counts['names and numbers readable'] > 0 ? ['a name is readable on the disk'] : []),
        ...(counts['pieces found where stored unencrypted'] === 0 ? ['the search finds nothing'] : []),
      ],
    }
  },
}

async function killTimes(kills: number, clinic: Clinic, profile: string, microphone: string, random: () => number) {
  const session = await startSession(await signIn(clinic.baseUrl), names)
  const killed: { from: number; to: number }[] = []
  const disks: Buffer[] = []
  for (let kill = 0; kill < kills; kill++) {
    const browser = await openChromium(profile, microphone)
    const { page } = browser
    await cutUploads(page)
    await enter(page, clinic)
    if (kill > 0) await waitingSign(page).waitFor()
    await openItems(page, clinic, session)
    if (kill === 0) {
      await startRecording(page)
      await stopRecording(page, /Sin conexión: la grabación está a salvo/)
      await button(page, 'Usar y seguir').click()
    }
    await page.getByText('Ítem 2 de 4').waitFor()
    const from = await startRecording(page)
    await sleep(random() * 6_000)
    killed.push({ from, to: Date.now() })
    await browser.kill()
    disks.push(await bytesIn(path.join(profile, 'Default')))
  }

  const browser = await openChromium(profile, microphone)
  const { page } = browser
  await cutUploads(page)
  await enter(page, clinic)
  await waitingSign(page).waitFor()
  await waitingSign(page).press('Enter')
  const sendNow = button(page, 'Enviar ahora')
  await sendNow.waitFor()
  await allowUploads(page)
  await sendNow.click({ timeout: 2_000 }).catch(() => {}) // the outbox retried without a click
  await waitingSign(page).waitFor({ state: 'detached' })

  const takes = await takesOf(clinic, session)
  const [earlier] = takes.filter(({ interrupted }) => !interrupted)
  const stored = takes.filter(({ interrupted }) => interrupted)
  const missing = killed.map(({ from, to }) => {
    const take = stored.find(({ recorded_at }) => Math.abs(recorded_at.getTime() - from) < 1000)
    return (to - from) / 1000 - (take === undefined ? 0 : take.window_end - take.window_start)
  })
  const audio = await Promise.all(takes.map((take) => samplesFrom(clinic, take)))
  const secrets = [...Object.values(names), session.code]
  await keepReadable(page, audio[0]!, secrets)
  await browser.kill()
  const plain = await bytesIn(path.join(profile, 'Default'))
  const found = disks.map((disk) => countPieces(disk, audio))
  return {
    missing,
    lost: earlier === undefined || earlier.window_end - earlier.window_start < 3 ? 1 : 0,
    looked: found.reduce((sum, { looked }) => sum + looked, 0),
    readable: found.reduce((sum, { readable }) => sum + readable, 0),
    named: disks.reduce((sum, disk) => sum + countWords(disk, secrets), 0),
    control: countPieces(plain, [audio[0]!]).readable + countWords(plain, secrets),
  }
}
