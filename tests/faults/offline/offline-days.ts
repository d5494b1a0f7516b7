import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BreakableLine, openBreakableLine } from '../../e2e/breakable-line.ts'
import { bytesIn } from '../browser/chromium.ts'
import { type Driven, killFirefox, openDriven, type Program, programs } from '../browser/driven.ts'
import { signIn } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import { countWords } from '../recorder/readable-bytes.ts'
import type { Scenario } from '../scenario.ts'
import { clockAt, empty, fill, has, isTrue, openFiller, shows, signInForm, signInHere, updated } from './steps.ts'

const hourMs = 60 * 60_000
const quotaBytes = 60_000_000
const saved = 'Guardado para trabajar sin conexión'
const away = 'Sin conexión. Ve lo guardado'

type Counts = Record<
  'kills' | 'full' | 'reads' | 'lost' | 'doubled' | 'signedOut' | 'left' | 'readable' | 'control' | 'updates',
  number
>

/**
 * Simulated days of an examiner who reads participants without a network, in one profile of the browser: kills at random
 * moments, a full disk, a clock that jumps, and updates of the service worker. Each day adds a participant.
 */
export const offlineDays: Scenario = {
  name: 'offline-days',
  title:
    'Days without a network: kills, a full disk, a jumping clock and updates neither lose nor reveal what was kept',
  inBrowser: true,
  async run({ clinic, short, random }) {
    const available = programs.filter((program) => program === 'chromium' || isInstalled('firefox-esr'))
    const server = await clinic.startServer()
    await clinic.database.tenant(clinic.organizationId, (tx) =>
      tx
        .updateTable('organizations')
        .set({ settings: { offline_participants: 'all' } })
        .execute(),
    )
    const results: [Program, Counts][] = []
    for (const program of short ? available.slice(0, 1) : available)
      results.push([program, await liveDays(program, clinic, short ? 2 : 10, short ? 1 : 3, random)])
    await server.kill()
    const failures = results.flatMap(([program, { lost, doubled, left, readable, control, updates, reads }]) => [
      ...(lost > 0 ? [`${program}: ${lost} participants were lost`] : []),
      ...(doubled > 0 ? [`${program}: ${doubled} participants were shown twice`] : []),
      ...(left > 0 ? [`${program}: what was kept survived ${left} ends of a session`] : []),
      ...(readable > 0 ? [`${program}: ${readable} codes are readable on the disk`] : []),
      ...(control === 0 ? [`${program}: the search finds nothing that is stored in clear`] : []),
      ...(updates === 0 ? [`${program}: no update took over`] : []),
      ...(reads === 0 ? [`${program}: nothing was ever read without a network`] : []),
    ])
    return {
      counts: Object.fromEntries(
        results.flatMap(([program, counts]) => [
          [`${program}: kills`, counts.kills],
          [`${program}: times the storage was full`, counts.full],
          [`${program}: lists read without a network`, counts.reads],
          [`${program}: participants lost, doubled`, `${counts.lost}, ${counts.doubled}`],
          [`${program}: sign-ins lost by a kill`, counts.signedOut],
          [`${program}: sessions that left something`, counts.left],
          [`${program}: codes readable on the disk`, counts.readable],
          [`${program}: codes found where stored in clear`, counts.control],
          [`${program}: updates that took over`, counts.updates],
        ]),
      ),
      failures,
    }
  },
}

const isInstalled = (command: string) => spawnSync('which', [command]).status === 0

async function liveDays(program: Program, clinic: Clinic, days: number, kills: number, random: () => number) {
  const counts: Counts = {
    kills: 0,
    full: 0,
    reads: 0,
    lost: 0,
    doubled: 0,
    signedOut: 0,
    left: 0,
    readable: 0,
    control: 0,
    updates: 0,
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-days-'))
  const line = await openBreakableLine(clinic.baseUrl)
  const codes: string[] = []
  try {
    for (let day = 0; day < days; day++) {
      codes.push(await register(clinic, `${program}-${day}-${Math.round(random() * 1e9)}`))
      await liveDay({ program, profile: path.join(folder, 'profile'), line, day, kills, random, codes, counts })
    }
  } finally {
    killFirefox()
    line.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return counts
}

async function register({ baseUrl }: Clinic, code: string): Promise<string> {
  const { get, post } = await signIn(baseUrl)
  const [locale] = (await get('/cms/locales/')).body as unknown as { id: string }[]
  const { status } = await post('/user/participants/', { code, locale: locale!.id })
  if (status !== 201) throw new Error(`registration: ${status}`)
  return code
}

type Day = {
  program: Program
  profile: string
  line: BreakableLine
  day: number
  kills: number
  random: () => number
  codes: readonly string[]
  counts: Counts
}

async function liveDay({ program, profile, line, day, kills, random, codes, counts }: Day) {
  await mkdir(profile, { recursive: true })
  const morning = Date.now() + day * 24 * hourMs
  const open = (passedMs: number) =>
    openDriven(program, { profile, origin: line.url, before: clockAt(morning + passedMs), quotaBytes })

  // Online: a newer worker, the sign-in, and what is kept.
  line.set('whole')
  line.edit('/service-worker.js', (text) => `${text.replace('Math.random()', '0')}\n// of day ${day}`)
  let browser = await open(0)
  await enter(browser, line.url)
  await shows(browser, saved)
  await browser.run('navigator.serviceWorker.ready.then(() => 1)')
  if (day > 0) counts.updates += (await isTrue(browser, updated)) ? 1 : 0
  if (program === 'chromium' || day % 2 === 0) await sleep(6_000) // browsers write the sign-in late

  line.set('cut')
  for (let kill = 0; kill < kills; kill++) {
    await browser.go(`${line.url}/dashboard/`)
    if (day % 3 === 1 && (await browser.run(fill)) === 'full') counts.full++
    await sleep(random() * 2_000)
    await browser.kill()
    counts.kills++
    browser = await open((kill + 1) * 15 * 60_000)
    await browser.go(`${line.url}/dashboard/`)
    if (!(await isTrue(browser, `${has(away)} || ${signInForm}`)) || (await browser.run<boolean>(signInForm))) {
      counts.signedOut++
      break
    }
    await countRows(browser, codes, counts)
    await browser.run(`localStorage.setItem('fonema.gesture', String(Date.now()))`)
  }
  // The control of the first day may remain in freed pages of the disk.
  const searched = day === 0 ? codes : codes.slice(1)
  counts.readable += countWords(await bytesIn(profile), searched)

  // The clock jumps over the idle limit, back before the sign-in, or the examiner signs out.
  if (!(await browser.run<boolean>(signInForm))) {
    if (day % 3 === 2) await browser.run(signOut)
    else {
      await browser.kill()
      browser = await open(day % 3 === 0 ? 5 * hourMs : -hourMs)
      await browser.go(`${line.url}/dashboard/`)
    }
    await isTrue(browser, `${signInForm} || ${has('No hay conexión con el servidor')}`)
    if (!(await isTrue(browser, isForgotten)) || (await browser.run<boolean>(has(codes[0]!)))) counts.left++
  }
  await browser.run(`localStorage.clear()`)
  await browser.run(empty)
  if (day === 0) {
    await browser.run(keepClear(codes))
    await browser.kill()
    counts.control += countWords(await bytesIn(profile), codes)
    browser = await open(0)
    await browser.go(`${line.url}/`)
    await browser.run(empty)
  }
  await browser.kill()
}

async function enter(browser: Driven, url: string) {
  await browser.go(`${url}/`)
  await shows(browser, 'Contraseña')
  await signInHere(browser)
}

/** Every code must be in the list of home exactly once. */
async function countRows(browser: Driven, codes: readonly string[], counts: Counts) {
  await isTrue(browser, has(codes.at(-1)!))
  const shown = await browser.run<string[]>(
    `Array.from(document.querySelectorAll('main a'), (link) => link.textContent.trim())`,
  )
  counts.reads++
  for (const code of codes) {
    const times = shown.filter((text) => text === code).length
    if (times === 0) counts.lost++
    if (times > 1) counts.doubled++
  }
}

const isForgotten = `indexedDB.databases().then((all) => all.every(({ name }) => name !== 'fonema-offline'))`
const signOut = `(localStorage.setItem('fonema.gesture', '1'), location.reload())`

/** Stores words in clear: a search that works must find them. */
const keepClear = (words: readonly string[]) => `(async () => {
  const database = await ${openFiller}
  const writing = database.transaction('all', 'readwrite', { durability: 'strict' })
  writing.objectStore('all').put(${JSON.stringify(words)})
  await new Promise((resolve) => writing.addEventListener('complete', resolve))
  database.close()
})()`
