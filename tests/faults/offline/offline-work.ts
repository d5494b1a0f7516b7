import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type BreakableLine, openBreakableLine } from '../../e2e/breakable-line.ts'
import { type Chromium, openChromium } from '../browser/chromium.ts'
import { button, enter, passMicrophone, startRecording, stopRecording, waitingSign } from '../browser/steps.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'

type Counts = Record<
  'kills' | 'signedOut' | 'made' | 'lost' | 'doubled' | 'takes' | 'lostTakes' | 'doubledTakes',
  number
>

/**
 * Simulated days of an examiner who registers a participant and records a session without a network, in one profile of
 * Chromium that is killed twice a day. On every other day the server gets what waits, but its first answers are lost.
 */
export const offlineWork: Scenario = {
  name: 'offline-work',
  title: 'Participants and sessions made without a network: kills and lost answers neither lose nor double any',
  inBrowser: true,
  async run({ clinic, short, random }) {
    const server = await clinic.startServer()
    await clinic.database.tenant(clinic.organizationId, (tx) =>
      tx
        .updateTable('organizations')
        .set({ settings: { offline_participants: 'all' } })
        .execute(),
    )
    const folder = await mkdtemp(path.join(tmpdir(), 'fonema-work-'))
    const profile = path.join(folder, 'profile')
    await mkdir(profile)
    const line = await openBreakableLine(clinic.baseUrl)
    line.edit('/service-worker.js', (text) => text.replace('Math.random()', '0'))
    const counts: Counts = {
      kills: 0,
      signedOut: 0,
      made: 0,
      lost: 0,
      doubled: 0,
      takes: 0,
      lostTakes: 0,
      doubledTakes: 0,
    }
    try {
      for (let day = 0; day < (short ? 2 : 10); day++)
        await liveDay({ clinic, line, profile, code: `W-${day}-${Math.round(random() * 1e9)}`, day, random, counts })
    } finally {
      line.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const { lost, doubled, lostTakes, doubledTakes, made, takes } = counts
    return {
      counts: {
        'kills without a network': counts.kills,
        'sign-ins lost by a kill': counts.signedOut,
        'participants and sessions made without a network': made,
        'of them lost, doubled': `${lost}, ${doubled}`,
        'whole recordings': takes,
        'of them lost, doubled ': `${lostTakes}, ${doubledTakes}`,
      },
      failures: [
        ...(lost + lostTakes > 0 ? [`${lost} participants or sessions and ${lostTakes} recordings are lost`] : []),
        ...(doubled + doubledTakes > 0
          ? [`${doubled} participants or sessions and ${doubledTakes} recordings are stored twice`]
          : []),
        ...(made === 0 || takes === 0 ? ['nothing was made without a network'] : []),
      ],
    }
  },
}

type Day = {
  clinic: Clinic
  line: BreakableLine
  profile: string
  code: string
  day: number
  random: () => number
  counts: Counts
}

async function liveDay({ clinic, line, profile, code, day, random, counts }: Day) {
  const there = { ...clinic, baseUrl: line.url }
  line.set('whole')
  let browser = await open(profile)
  await enter(browser.page, there)
  await browser.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await browser.page.getByText(/^Guardado para trabajar sin conexión/).waitFor()
  await mediaAreKept(browser.page)

  line.set('cut')
  await browser.page.reload()
  await browser.page.getByLabel(/^Código/).fill(code)
  await button(browser.page, 'Registrar').click()
  await browser.page.getByText(`${code} quedó en este dispositivo`).waitFor()
  await browser.page
    .getByRole('link', { name: `Grabar un protocolo con ${code}` })
    .first()
    .click()
  await button(browser.page, /^Sesión breve/)
    .first()
    .click()
  await passMicrophone(browser.page)
  await browser.page.getByText('Ítem 1 de 4').waitFor()
  const address = browser.page.url()
  await startRecording(browser.page)
  await sleep(6_000 + random() * 3_000) // Chromium writes the sign-in late
  await browser.kill()
  counts.kills++
  counts.made += 2

  browser = await open(profile)
  await browser.page.goto(address)
  const isInside = await browser.page
    .getByText('Sin conexión. Ve lo guardado')
    .first()
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false)
  let whole = 0
  if (isInside) {
    await passMicrophone(browser.page)
    await browser.page.getByText('Ítem 1 de 4').waitFor()
    await button(browser.page, /^Grabar( de nuevo)?$/).click()
    await browser.page.getByText('Grabando', { exact: true }).waitFor()
    await sleep(4_000)
    await stopRecording(browser.page, /Sin conexión: la grabación está a salvo/)
    whole++
    await sleep(random() * 1_000)
  } else counts.signedOut++
  await browser.kill()
  counts.kills++

  // On every other day the server stores what waits, and the browser does not hear of it.
  line.set(day % 2 === 0 ? 'whole' : 'deaf to creates')
  browser = await open(profile)
  await arrive(browser.page, there, counts)
  if (day % 2 === 1) {
    await sleep(12_000)
    line.set('whole')
  }
  await waitingSign(browser.page).waitFor({ state: 'detached' })
  await browser.kill()
  await countStored(clinic, code, whole, counts)
}

/** A killed browser may have lost its latest tokens; the earlier ones end the session. */
async function arrive(page: Page, clinic: Clinic, counts: Counts) {
  await enter(page, clinic)
  const secret = page.locator('input[type="password"]')
  const outbox = waitingSign(page).or(page.getByText('Las grabaciones se guardaron')).first()
  await outbox.or(secret).first().waitFor()
  if (!(await secret.isVisible())) return
  counts.signedOut++
  await enter(page, clinic)
  await outbox.waitFor()
}

async function countStored({ database, organizationId }: Clinic, code: string, whole: number, counts: Counts) {
  const [people, sessions, takes] = await database.tenant(organizationId, (tx) =>
    Promise.all([
      tx.selectFrom('participants').select('id').where('code', '=', code).execute(),
      tx
        .selectFrom('protocol_responses')
        .innerJoin('participants', 'participants.id', 'participant_id')
        .select('protocol_responses.id')
        .where('code', '=', code)
        .execute(),
      tx
        .selectFrom('takes')
        .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
        .innerJoin('protocol_responses', 'protocol_responses.id', 'protocol_response_id')
        .innerJoin('participants', 'participants.id', 'participant_id')
        .select('takes.interrupted')
        .where('code', '=', code)
        .execute(),
    ]),
  )
  for (const { length } of [people, sessions]) {
    if (length === 0) counts.lost++
    if (length > 1) counts.doubled += length - 1
  }
  const stored = takes.filter(({ interrupted }) => !interrupted).length
  counts.takes += whole
  counts.lostTakes += Math.max(0, whole - stored)
  counts.doubledTakes += Math.max(0, stored - whole) + Math.max(0, takes.length - stored - 1)
}

/** Wide enough for the registration beside the list. */
async function open(profile: string): Promise<Chromium> {
  const browser = await openChromium(profile)
  await browser.page.setViewportSize({ width: 1440, height: 900 })
  return browser
}

/** Waits until nothing was kept for a second. */
async function mediaAreKept(page: Page) {
  let before = -1
  for (let now = 0; now !== before || now === 0; ) {
    before = now
    await sleep(1_000)
    now = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('fonema-offline')
        opening.onsuccess = () => resolve(opening.result)
      })
      const counting = database.transaction('media').objectStore('media').count()
      await new Promise((done) => {
        counting.onsuccess = done
      })
      database.close()
      return counting.result
    })
  }
}
