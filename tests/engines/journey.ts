import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '../e2e/start-server.ts'
import type { Line } from '../faults/proxy.ts'
import { type Engine, type EnginePage, until } from './engine.ts'
import { demonstrationSession, openApi, type Session } from './examiner-api.ts'
import { compareTakes } from './known-sound.ts'
import type { EngineResult, Outcome, Step } from './results.ts'
import type { VirtualMicrophone } from './virtual-microphone.ts'

type Surroundings = { baseUrl: string; line: Line; directUrl: string; microphone: VirtualMicrophone; runs: number }

const recordSeconds = 3
const again = '^Grabar de nuevo$'
const hasText = (page: EnginePage, pattern: string) =>
  page.run((source) => new RegExp(source).test(document.body.innerText), pattern)
const seeText = (page: EnginePage, pattern: string, within?: number) =>
  until(`text ${pattern}`, () => hasText(page, pattern).catch(() => false), within)
const button = (page: EnginePage, name: string) => page.click('button', name)

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
  // A browser that remembers the permission takes the button away by itself.
  if (!(await isOpen())) await button(page, '^Permitir micrófono$').catch(() => {})
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

/** Plays one engine through all steps. A step that fails says why; those that build on it are then not tried. */
export async function playEngine(engine: Engine, surroundings: Surroundings): Promise<EngineResult> {
  const { baseUrl, directUrl, line, microphone, runs } = surroundings
  const profile = await mkdtemp(path.join(tmpdir(), 'fonema-profile-'))
  let page = await engine.open(microphone.environment, profile)
  const outcomes: EngineResult['steps'] = {}
  const result: EngineResult = {
    engine: engine.name,
    version: page.version,
    date: new Date().toISOString().slice(0, 10),
    steps: outcomes,
    lacks: null,
    sound: null,
  }
  const step = async (name: Step, needed: Step[], task: () => Promise<void>) => {
    const absent = needed.find((other) => outcomes[other]?.is !== 'works')
    const outcome: Outcome =
      absent !== undefined
        ? { is: 'not tried', reason: `it needs the step "${absent}"` }
        : await task().then(
            () => ({ is: 'works' }),
            (error: unknown) => ({ is: 'fails', reason: firstLine(error) }),
          )
    outcomes[name] = outcome
    if (outcome.is === 'fails') console.log(await page.run(() => document.body.innerText).catch(String))
    console.log(engine.name, new Date().toTimeString().slice(0, 8), name, JSON.stringify(outcome))
  }
  const stored = async () => {
    const api = await openApi(directUrl)
    const { responses } = await api.json<Session>(`/protocols/responses/${session}/`)
    return {
      api,
      answer: responses[0],
      takes: responses.flatMap(({ protocol_item, takes }) =>
        takes.map((take) => ({ ...take, item: protocol_item.id })),
      ),
    }
  }
  /** Waits for one take more on the server. */
  const oneMore = async (task: () => Promise<void>) => {
    const keyOf = ({ item, take }: { item: string; take: number }) => `${item} ${take}`
    const before = (await stored()).takes.map(keyOf)
    await task()
    return until(
      'the take on the server',
      async () => (await stored()).takes.find((take) => !before.includes(keyOf(take))) ?? null,
      60_000,
    )
  }
  let session = ''
  try {
    microphone.play()
    await step('sign-in', [], () => signIn(page, baseUrl))
    await step('check', ['sign-in'], async () => {
      await openMicrophoneStep(page, baseUrl)
      result.lacks = await page.run(() =>
        [...document.querySelectorAll('[data-lacks]')].map((item) => item.getAttribute('data-lacks') ?? ''),
      )
      await button(page, '^Comprobar micrófono$')
      await button(page, '^Continuar( de todos modos)?$')
    })
    await step('record', ['check'], async () => {
      await seeText(page, 'Ítem 1 de 4')
      session = await sessionPath(page)
      await oneMore(() => record(page))
    })
    await step('verdict', ['record'], async () => void (await seeText(page, 'Calidad de la grabación: ')))
    await step('known sound', ['record'], async () => {
      microphone.play()
      await sleep(1000)
      const recorded = await recordOften(page, runs)
      await until('all takes', async () => (await stored()).takes.length > recorded.count, 120_000)
      const { api, answer } = await stored()
      result.sound = await compareTakes(session, answer!, api, microphone)
      if (recorded.failure !== null) throw recorded.failure
      if (result.sound.untold > 0) throw new Error(`${result.sound.untold} of ${runs} takes differ, and no gap says so`)
    })
    await step('offline', ['record'], async () => {
      await oneMore(async () => {
        line.set({ kind: 'reset' })
        await record(page, again, 'a salvo en este dispositivo')
        line.set({ kind: 'fair' })
      }).finally(() => line.set({ kind: 'fair' }))
    })
    await step('microphone lost', ['record'], async () => {
      const { interrupted } = await oneMore(async () => {
        await button(page, again)
        await seeText(page, 'Grabando')
        await sleep(2000)
        await microphone.unplug()
        await seeText(page, 'Se perdió el micrófono', 20_000).finally(microphone.plugIn)
      })
      if (!interrupted) throw new Error('the take does not say that it was interrupted')
    })
    const killed = async () => {
      await page.goto(`${baseUrl}/dashboard/participant/protocol/resume/${session}/`)
      await passPermission(page)
      await button(page, '^Continuar( sin comprobar| de todos modos)?$')
      await seeText(page, 'Ítem \\d de 4')
      await button(page, '^Grabar( de nuevo)?$')
      await seeText(page, 'Grabando')
      await sleep(5000)
      const { interrupted } = await oneMore(async () => {
        page.kill()
        await sleep(2000)
        page = await engine.open(microphone.environment, profile)
        await page.goto(`${baseUrl}/dashboard/`)
        await sleep(3000)
        if (await page.run(() => document.querySelector('input[type="password"]') !== null))
          await signIn(page, baseUrl, false)
      })
      if (!interrupted) throw new Error('the take does not say that it was interrupted')
    }
    if (engine.forgets === undefined) await step('outbox after a kill', ['record'], killed)
    else outcomes['outbox after a kill'] = { is: 'not tried', reason: engine.forgets }
    const [participantId, sessionId] = await demonstrationSession(directUrl)
    const opens = async (address: string, pattern: string) => {
      await page.goto(`${baseUrl}${address}`)
      await seeText(page, pattern, 60_000)
    }
    await step('result', ['sign-in'], () =>
      opens(`/dashboard/participant/protocol_result/${participantId}/${sessionId}/`, 'Calidad de la grabación'),
    )
    await step('evolution', ['sign-in'], () => opens(`/dashboard/participant/${participantId}/`, 'Evolución'))
    await step('report', ['sign-in'], () =>
      opens(`/dashboard/participant/reports/${participantId}/?session=${sessionId}`, 'Informe'),
    )
    await step('studio', ['sign-in'], async () => {
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

/** One take after another. A failure ends them; those before it count all the same. */
async function recordOften(page: EnginePage, runs: number): Promise<{ count: number; failure: Error | null }> {
  for (let count = 0; count < runs; count++)
    try {
      await record(page, again)
    } catch (error) {
      return { count, failure: error instanceof Error ? error : new Error(String(error)) }
    }
  return { count: runs, failure: null }
}

const firstLine = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .split('\n')[0]!
    .slice(0, 200)
