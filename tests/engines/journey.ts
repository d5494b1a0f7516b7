import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Completeness } from '@fonema/contract'
import { samplesOf } from '../e2e/known-recording.ts'
import { demoPassword } from '../e2e/start-server.ts'
import type { Line } from '../faults/proxy.ts'
import { type Jump, jumpsOf, unexplained } from './compare.ts'
import { type Engine, type EnginePage, until } from './engine.ts'
import type { VirtualMicrophone } from './virtual-microphone.ts'

/** The columns of the matrix, in their order. */
export const steps = [
  'sign-in',
  'check',
  'record',
  'verdict',
  'known sound',
  'outbox after a kill',
  'offline',
  'microphone lost',
  'result',
  'evolution',
  'report',
  'studio',
] as const
export type Step = (typeof steps)[number]

/** `equal`: every sample. `told`: it differs where a gap is stored. `untold`: it differs, and nothing says so. */
export type SoundCounts = {
  runs: number
  equal: number
  told: number
  untold: number
  /** Frames lost without a gap: in all, and at most at once. */
  untoldFrames: number
  longestUntoldFrames: number
  completeness: Partial<Record<Completeness | 'unknown', number>>
}

export type EngineResult = {
  engine: string
  version: string
  steps: Partial<Record<Step, 'works' | string>>
  lacks: string[]
  sound: SoundCounts | null
}

type Surroundings = { baseUrl: string; line: Line; directUrl: string; microphone: VirtualMicrophone; runs: number }
type Take = {
  take: number
  gaps: { at: number; length: number }[]
  completeness: Completeness | null
  interrupted: boolean
}
type Session = { responses: { protocol_item: { id: string }; takes: Take[] }[] }

const recordSeconds = 3
const hasText = (page: EnginePage, pattern: string) =>
  page.run((source) => new RegExp(source).test(document.body.innerText), pattern)
const seeText = (page: EnginePage, pattern: string, within?: number) =>
  until(`text ${pattern}`, () => hasText(page, pattern).catch(() => false), within)
const button = (page: EnginePage, name: string) => page.click('button', name)

/** The API as the same examiner, not through the browser. */
async function openApi(url: string) {
  const answer = await fetch(`${url}/api/user/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'examiner@demo.example', password: demoPassword }),
  })
  const { access } = (await answer.json()) as { access: string }
  const get = (address: string) => fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${access}` } })
  return {
    json: async <T>(address: string) => (await (await get(address)).json()) as T,
    bytes: async (address: string) => Buffer.from(await (await get(address)).arrayBuffer()),
  }
}

async function enter(page: EnginePage, baseUrl: string, email: string) {
  await page.goto(baseUrl)
  await page.type('input[name="email"]', email)
  await page.type('input[type="password"]', demoPassword)
  await page.click('button[type="submit"]', '')
}

async function signIn(page: EnginePage, baseUrl: string, isNew = true) {
  await enter(page, baseUrl, 'examiner@demo.example')
  await until('the home page', () => page.run(() => location.pathname === '/dashboard/').catch(() => false))
  if (isNew) await button(page, '^Omitir$') // each browser shows the tutorial once
}

/** From a new participant to the open microphone of the short session. */
async function openMicrophoneStep(page: EnginePage, baseUrl: string) {
  await page.goto(`${baseUrl}/dashboard/`)
  await page.type('input[name="code"]', `ENG-${Date.now()}`)
  await button(page, '^Registrar$')
  await seeText(page, 'quedó registrado')
  await page.click('a', '^Grabar un protocolo con ENG-')
  await button(page, '^Sesión breve')
  await passPermission(page)
}

async function passPermission(page: EnginePage) {
  const isOpen = () => page.run(() => document.querySelector('[role="meter"]') !== null)
  await until('the microphone', async () => (await isOpen()) || (await hasText(page, 'Permitir micrófono')))
  if (!(await isOpen())) await button(page, '^Permitir micrófono$')
  await until('the level', isOpen)
}

async function record(page: EnginePage, name = '^Grabar( de nuevo)?$', outcome = 'Grabación guardada') {
  await button(page, name)
  await seeText(page, 'Grabando')
  await sleep(recordSeconds * 1000)
  await button(page, '^Detener$')
  await seeText(page, outcome, 60_000)
}

const sessionPath = (page: EnginePage) =>
  page.run(() => /resume\/([\w-]+)\/([\w-]+)/.exec(location.pathname)?.slice(1).join('/') ?? '')

/** Plays one engine through all columns. A column that fails says why, and the next begins on a new page. */
export async function playEngine(engine: Engine, surroundings: Surroundings): Promise<EngineResult> {
  const { baseUrl, directUrl, line, microphone, runs } = surroundings
  const profile = await mkdtemp(path.join(tmpdir(), 'fonema-profile-'))
  let page = await engine.open(microphone.environment, profile)
  const result: EngineResult = { engine: engine.name, version: page.version, steps: {}, lacks: [], sound: null }
  const step = async (name: Step, task: () => Promise<void>) => {
    const began = Date.now()
    result.steps[name] = await task().then(
      () => 'works',
      (error: unknown) =>
        String(error instanceof Error ? error.message : error)
          .split('\n')[0]!
          .slice(0, 200),
    )
    console.log(`${engine.name}: ${name}: ${result.steps[name]} (${Math.round((Date.now() - began) / 1000)} s)`)
  }
  const takesOf = async (address: string) => {
    const api = await openApi(directUrl)
    const session = await api.json<Session>(`/protocols/responses/${address}/`)
    return { api, answers: session.responses }
  }
  try {
    microphone.play()
    await step('sign-in', () => signIn(page, baseUrl))
    await step('check', async () => {
      await openMicrophoneStep(page, baseUrl)
      result.lacks = await page.run(() =>
        [...document.querySelectorAll('[data-lacks]')].map((item) => item.getAttribute('data-lacks') ?? ''),
      )
      await button(page, '^Comprobar micrófono$')
      await button(page, '^Continuar( de todos modos)?$')
    })
    await step('record', async () => {
      await seeText(page, 'Ítem 1 de 4')
      await record(page)
    })
    await step('verdict', async () => void (await seeText(page, 'Calidad de la grabación: ')))
    const first = await sessionPath(page)
    await step('known sound', async () => {
      microphone.play()
      await sleep(1000)
      for (let run = 0; run < runs; run++) await record(page, '^Grabar de nuevo$')
      await until('all takes', async () => (await takesOf(first)).answers[0]?.takes.length === runs + 1, 120_000)
      const { api, answers } = await takesOf(first)
      result.sound = await compareTakes(first, answers[0]!, api, microphone.source)
      if (result.sound.untold > 0) throw new Error(`${result.sound.untold} of ${runs} differ untold`)
    })
    await step('offline', async () => {
      const before = (await takesOf(first)).answers[0]!.takes.length
      line.set({ kind: 'reset' })
      await record(page, '^Grabar de nuevo$', 'por enviar|Se guarda en este dispositivo')
      line.set({ kind: 'fair' })
      await until('the take', async () => (await takesOf(first)).answers[0]!.takes.length === before + 1, 60_000)
    })
    line.set({ kind: 'fair' })
    await step('microphone lost', async () => {
      await button(page, '^Grabar de nuevo$')
      await seeText(page, 'Grabando')
      await sleep(2000)
      microphone.unplug()
      await seeText(page, 'Se perdió el micrófono', 20_000)
    })
    microphone.plugIn()
    const killed = async () => {
      await page.goto(`${baseUrl}/dashboard/participant/protocol/resume/${first}/`)
      await passPermission(page)
      await button(page, '^Continuar( sin comprobar| de todos modos)?$')
      await seeText(page, 'Ítem \\d de 4')
      await button(page, '^Grabar( de nuevo)?$')
      await seeText(page, 'Grabando')
      await sleep(5000)
      const before = (await takesOf(first)).answers.flatMap(({ takes }) => takes).length
      page.kill()
      await sleep(2000)
      page = await engine.open(microphone.environment, profile)
      await page.goto(`${baseUrl}/dashboard/`)
      await sleep(3000)
      if (await page.run(() => document.querySelector('input[type="password"]') !== null))
        await signIn(page, baseUrl, false)
      const stored = async () => (await takesOf(first)).answers.flatMap(({ takes }) => takes)
      await until('the interrupted take', async () => (await stored()).length > before, 60_000)
    }
    if (engine.keepsProfile) await step('outbox after a kill', killed)
    const [participantId, sessionId] = await demonstrationSession(directUrl)
    const opens = async (address: string, pattern: string) => {
      await page.goto(`${baseUrl}${address}`)
      await seeText(page, pattern, 60_000)
    }
    const participant = `/dashboard/participant/${participantId}/`
    await step('result', () =>
      opens(`/dashboard/participant/protocol_result/${participantId}/${sessionId}/`, 'Calidad de la grabación'),
    )
    await step('evolution', () => opens(participant, 'Evolución'))
    await step('report', () =>
      opens(`/dashboard/participant/reports/${participantId}/?session=${sessionId}`, 'Informe'),
    )
    await step('studio', async () => {
      await page.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }) // signs the examiner out
      page = await engine.open(microphone.environment, profile)
      await enter(page, baseUrl, 'owner@other.example')
      await until('the administration', () => page.run(() => location.pathname === '/admin/').catch(() => false))
      await opens('/admin/protocols/', 'Protocolos')
    })
  } finally {
    await page.close().catch(() => {})
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return result
}

async function demonstrationSession(url: string): Promise<[string, string]> {
  const api = await openApi(url)
  const people = await api.json<{ id: string; code: string }[]>('/user/participants/')
  const { id } = people.find(({ code }) => code === 'DEMO-001')!
  const sessions = await api.json<{ id: string }[]>(`/protocols/responses/${id}/`)
  return [id, sessions[0]!.id]
}

async function compareTakes(
  session: string,
  { protocol_item, takes }: Session['responses'][number],
  api: Awaited<ReturnType<typeof openApi>>,
  source: Int16Array,
): Promise<SoundCounts> {
  const counts: SoundCounts = {
    runs: 0,
    equal: 0,
    told: 0,
    untold: 0,
    untoldFrames: 0,
    longestUntoldFrames: 0,
    completeness: {},
  }
  // The first take was recorded before the known sound began anew.
  for (const { take, gaps, completeness } of takes.filter(({ take }) => take > 1)) {
    const wav = await api.bytes(`/protocols/responses/${session}/item/${protocol_item.id}/audio_src/?take=${take}`)
    const jumps: Jump[] = jumpsOf(samplesOf(wav), source) ?? [
      { atSeconds: 0, lostFrames: wav.length / 2, unequalFrames: wav.length / 2 },
    ]
    const untold = unexplained(jumps, gaps)
    counts.runs++
    counts.completeness[completeness ?? 'unknown'] = (counts.completeness[completeness ?? 'unknown'] ?? 0) + 1
    if (jumps.length === 0) counts.equal++
    else if (untold.length === 0) counts.told++
    else counts.untold++
    for (const { lostFrames, unequalFrames } of untold) {
      const lost = Math.max(Math.abs(lostFrames), unequalFrames)
      counts.untoldFrames += lost
      counts.longestUntoldFrames = Math.max(counts.longestUntoldFrames, lost)
    }
    if (jumps.length > 0) console.log(`  take ${take}`, JSON.stringify(jumps.slice(0, 5)), 'gaps', JSON.stringify(gaps))
  }
  return counts
}
