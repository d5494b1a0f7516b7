import { randomUUID } from 'node:crypto'
import type fc from 'fast-check'
import { expect } from 'vitest'
import { formOf, startTestSession, toneWav } from './recordings.ts'
import * as states from './response-states.ts'
import type { TestApp } from './test-app.ts'

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>
export type Run = { states: states.States; clinic: Clinic }
export type Command = fc.AsyncCommand<states.States, Clinic>

const sounds = new Map<string, Buffer>()
function soundOf(seconds: number, hz: number): Buffer {
  const name = `${seconds} s, ${hz} Hz`
  if (!sounds.has(name)) sounds.set(name, toneWav(seconds, hz))
  return sounds.get(name)!
}

/** How often each kind of answer occurred. */
export const reached = new Map<string, number>()

/** Compares an answer with the model: a refusal exactly, a success in the members that the model has. */
export function compare(call: string, [status, body]: states.ExpectedAnswer, answer: Answer, take?: states.Take) {
  const actual = answer.json()
  const isSuccess = status < 300
  expect([call, answer.statusCode]).toEqual([call, status])
  if (isSuccess) expect(actual).toMatchObject(body)
  else expect(actual).toEqual(body)
  const kind = take?.late ? ' late' : take?.interrupted ? ' interrupted' : ''
  const why = isSuccess ? kind : ` ${Object.values(body).flat()[0]}`
  const name = `${call.split(',')[0]}: ${status}${why}`
  reached.set(name, (reached.get(name) ?? 0) + 1)
}

/** A participant with a session that has just started. */
async function openClinic(demo: TestApp) {
  const email = 'examiner@demo.example'
  let headers = await demo.signIn(email)
  const begun = demo.clock.now()
  const { participant, protocol, items, session } = await startTestSession(demo, headers, randomUUID())
  const protocols = (await demo.app.inject({ url: '/api/protocols/examiner/', headers })).json()
  const elsewhere = protocols.find(({ id }: { id: string }) => id !== protocol.id).items[0].id as string
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, more: Record<string, string> = {}) =>
    demo.app.inject({ method, url: `/api${path}`, headers: { ...headers, ...more }, ...(payload && { payload }) })
  const sessions: string[] = [session.id]
  const surveys: string[] = []
  const sessionsPath = `/protocols/responses/${participant.id}/`
  const surveysPath = `/surveys/responses/${participant.id}/`
  const fresh = () =>
    items.map(({ min_duration, skippable }) => ({
      min_duration,
      skippable,
      takes: new Map(),
      counting: null,
      skipped: null,
    }))
  return {
    call,
    sessions,
    surveys,
    begun,
    fresh,
    sessionsPath,
    surveysPath,
    items,
    participantPath: `/user/participants/${participant.id}/`,
    protocolId: protocol.id as string,
    sessionPath: (place: number) => `${sessionsPath}${sessions[place]}/`,
    itemPath: (place: number, item: number) =>
      `${sessionsPath}${sessions[place]}/item/${items[item]?.id ?? elsewhere}/`,
    async wait(hours: number) {
      demo.clock.advance(hours * 3600)
      headers = await demo.signIn(email)
      return demo.clock.now().getTime()
    },
  }
}
export type Clinic = Awaited<ReturnType<typeof openClinic>>

export async function openRun(demo: TestApp): Promise<Run> {
  const clinic = await openClinic(demo)
  const session = { active: true, comment: null, completedAt: null, items: clinic.fresh() }
  const now = clinic.begun.getTime()
  return { clinic, states: { now, participantActive: true, sessions: [session], surveys: [], keyed: null } }
}

type Work = (model: states.States, clinic: Clinic) => Promise<void>
export const command = (name: string, run: Work, check: Command['check'] = () => true): Command => ({
  run,
  check,
  toString: () => name,
})

/** Runs a call on one of the sessions, then compares the session with the model. */
export function aboutSession(
  name: string,
  which: number,
  run: (run: Run, session: states.SessionState, place: number) => Promise<void>,
) {
  return command(`${name}, session ${which}`, async (model, clinic) => {
    const place = which % model.sessions.length
    await run({ states: model, clinic }, model.sessions[place]!, place)
    const shown = (await clinic.call('GET', clinic.sessionPath(place))).json()
    expect(shown).toMatchObject(states.shownSession(model.sessions[place]!))
  })
}

export async function send({ states: model, clinic }: Run, place: number, sent: states.Upload) {
  const item = clinic.items[sent.item] ?? { min_duration: 3 }
  const fields = {
    take: String(sent.take),
    settings: JSON.stringify(sent.interrupted ? { interrupted: true } : {}),
    recorded_at: new Date(sent.recordedAt).toISOString(),
  }
  const form = formOf(soundOf(item.min_duration + states.lengths[sent.length], sent.hz), fields)
  const answer = await clinic.call('POST', clinic.itemPath(place, sent.item), form.payload, form.headers)
  const session = model.sessions[place]!
  const expected = states.upload(model, session, sent)
  compare('upload', expected, answer, session.items[sent.item]?.takes.get(sent.take))
}
