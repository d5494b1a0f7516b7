import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BreakableLine, openBreakableLine } from '../../e2e/breakable-line.ts'
import { openMicrophone } from '../../engines/virtual-microphone.ts'
import { type Driven, killFirefox, openDriven, type Program } from '../browser/driven.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import {
  click,
  clickUntil,
  clockAt,
  countIn,
  empty,
  fill,
  has,
  isTrue,
  shows,
  signInForm,
  signInHere,
  type,
  updated,
} from './steps.ts'

const hourMs = 60 * 60_000
/** Firefox gives a fifth of it to one site. */
const quotaBytes = { chromium: 80_000_000, firefox: 400_000_000 }
/** Chromium writes cookies this late, and the one of the browser belongs to its tokens. */
const cookiesWithinMs = 32_000
const away = 'Sin conexión. Ve lo guardado'
const safe = 'Sin conexión: la grabación está a salvo'

type Counts = Record<
  | ('kills' | 'full' | 'jumps' | 'updates' | 'signedOut' | 'signedOutLate' | 'made')
  | ('lost' | 'doubled' | 'takes' | 'lostTakes' | 'doubledTakes'),
  number
>

/**
 * Simulated days of an examiner who registers a participant and records a session without a network, in one profile of
 * the browser that is killed three times a day. A new service worker comes each day; the storage is full on some days,
 * and the clock jumps on others. On every other day the server gets what waits, but its first answers are lost.
 */
const workIn = (program: Program, name: string): Scenario => ({
  name,
  title: `Participants and sessions made without a network in ${program}: kills, a full disk, a jumping clock, updates and lost answers neither lose nor double any`,
  inBrowser: true,
  ...(program === 'firefox' && { longOnly: true }),
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
    const microphone = program === 'firefox' ? await openMicrophone(48_000) : null
    const counts: Counts = {
      kills: 0,
      full: 0,
      jumps: 0,
      updates: 0,
      signedOut: 0,
      signedOutLate: 0,
      made: 0,
      lost: 0,
      doubled: 0,
      takes: 0,
      lostTakes: 0,
      doubledTakes: 0,
    }
    try {
      for (let day = 0; day < (short ? 2 : 10); day++) {
        const code = `W-${day}-${Math.round(random() * 1e9)}`
        microphone?.play()
        const environment = microphone?.environment
        // Ten days take a while, and a failure leaves what is known.
        if (!short) console.log(`${name}: day ${day + 1}, ${JSON.stringify(counts)}`)
        await liveDay({ program, environment, clinic, line, profile, code, day, random, counts })
      }
    } finally {
      killFirefox()
      await microphone?.close()
      line.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const { lost, doubled, lostTakes, doubledTakes, made, takes } = counts
    return {
      counts: {
        kills: counts.kills,
        'times the storage was full': counts.full,
        'jumps of the clock': counts.jumps,
        'updates that took over': counts.updates,
        'sign-ins lost by a kill in their first half minute': counts.signedOut,
        'by a later one': counts.signedOutLate,
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
})

export const offlineWork = workIn('chromium', 'offline-work')
export const offlineFirefox = workIn('firefox', 'offline-firefox')

type Day = {
  program: Program
  environment: NodeJS.ProcessEnv | undefined
  clinic: Clinic
  line: BreakableLine
  profile: string
  code: string
  day: number
  random: () => number
  counts: Counts
}

async function liveDay({ program, environment, clinic, line, profile, code, day, random, counts }: Day) {
  const morning = Date.now() + day * 24 * hourMs
  const open = (passedMs: number) =>
    openDriven(program, {
      profile,
      origin: line.url,
      before: clockAt(morning + passedMs),
      quotaBytes: quotaBytes[program],
      environment,
    })
  const kill = async (browser: Driven) => {
    await browser.kill()
    counts.kills++
  }

  // With a network: a newer worker, the sign-in, and what is kept.
  line.set('whole')
  line.edit('/service-worker.js', (text) => `${text.replace('Math.random()', '0')}\n// of day ${day}`)
  let browser = await open(0)
  await enter(browser, line.url)
  await shows(browser, 'Guardado para trabajar sin conexión')
  await browser.run('navigator.serviceWorker.ready.then(() => 1)')
  if (day > 0) counts.updates += (await isTrue(browser, updated)) ? 1 : 0
  await mediaAreKept(browser)
  const isLate = day % 2 === 1
  if (isLate) await sleep(cookiesWithinMs)
  const lose = () => counts[isLate ? 'signedOutLate' : 'signedOut']++

  line.set('cut')
  await browser.go(`${line.url}/dashboard/`)
  await type(browser, 'input[name=code]', code)
  await click(browser, 'button', '^Registrar$')
  await shows(browser, `${code} quedó en este dispositivo`)
  await click(browser, 'a', `^Grabar un protocolo con ${code}$`)
  await click(browser, 'button', '^Sesión breve')
  await passMicrophone(browser)
  const address = await browser.run<string>('location.href')
  await click(browser, 'button', '^Grabar( de nuevo)?$')
  await shows(browser, 'Grabando')
  await sleep(3_000 + random() * 6_000)
  await kill(browser)
  counts.made += 2

  browser = await open(15 * 60_000)
  await browser.go(address)
  let whole = 0
  if (await isTrue(browser, `${has(away)} || ${signInForm} || ${has('No hay conexión con el servidor')}`)) {
    if (await browser.run<boolean>(has(away))) {
      await passMicrophone(browser)
      await click(browser, 'button', '^Grabar( de nuevo)?$')
      await shows(browser, 'Grabando')
      await sleep(4_000)
      await click(browser, 'button', '^Detener$')
      await shows(browser, safe)
      whole++
      if (day % 3 === 1 && (await browser.run(fill)) === 'full') counts.full++
      await sleep(random() * 1_000)
    } else lose()
  }
  await kill(browser)

  // On every other day the server stores what waits, and the browser does not hear of it.
  line.set(day % 2 === 0 ? 'whole' : 'deaf to creates')
  if (day % 3 === 2) counts.jumps++
  // Over the idle limit, or back before the sign-in.
  const jumpMs = day % 3 === 2 ? (day % 2 === 0 ? 5 * hourMs : -hourMs) : 30 * 60_000
  browser = await open(jumpMs)
  if ((await enter(browser, line.url)) && day % 3 !== 2) lose()
  await sleep(random() * 6_000)
  await kill(browser)

  browser = await open(jumpMs + 60_000)
  // Signed in again just before the kill.
  if (await enter(browser, line.url)) counts.signedOut++
  await browser.run(empty)
  if (day % 2 === 1) {
    await sleep(6_000)
    line.set('whole')
  }
  await arrive(browser)
  await browser.kill()
  await countStored(clinic, code, whole, counts)
}

/** Signs in if the browser has no session that is still good. @returns whether it had to */
async function enter(browser: Driven, url: string): Promise<boolean> {
  await browser.go(`${url}/dashboard/`)
  await isTrue(browser, `${signInForm} || ${has('Hola')}`)
  // A killed browser may have lost its latest tokens, and the earlier ones end the session a moment later.
  const isOut = await isTrue(browser, signInForm, 10)
  if (isOut) await signInHere(browser)
  await shows(browser, 'Hola')
  return isOut
}

/** Waits until nothing waits any more, and signs in again if the session ends meanwhile. */
async function arrive(browser: Driven) {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await isTrue(browser, `${countIn('fonema-outbox', 'records')}.then((count) => count === 0)`, 60)) return
    if (await browser.run<boolean>(signInForm)) await signInHere(browser)
  }
  throw new Error(`still waiting: ${await browser.run<string>('document.body.innerText.slice(0, 500)')}`)
}

/** From the microphone step to the first item, without a check. */
async function passMicrophone(browser: Driven) {
  await clickUntil(browser, 'button', '^Permitir micrófono$', `document.querySelector('[role=meter]') !== null`)
  await click(browser, 'button', '^Continuar( sin comprobar| de todos modos)?$')
  await shows(browser, 'Ítem 1 de 4')
}

/** Waits until nothing was kept for a second. */
async function mediaAreKept(browser: Driven) {
  let before = -1
  for (let now = 0; now !== before || now === 0; ) {
    before = now
    await sleep(1_000)
    now = (await browser.run<number | null>(countIn('fonema-offline', 'media'))) ?? 0
  }
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
