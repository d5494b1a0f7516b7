import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, recordingOf, signIn, startSession, upload } from '../client.ts'
import { type Clinic, password } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { allDone, until } from '../work/jobs.ts'
import { canFakeTime, openClock, withoutFakeTime } from './fake-time.ts'

const minute = 60
const hour = 60 * minute
const jumps = { 'two hours on': 2 * hour, 'three days back': -3 * 24 * hour }

/** F17: the clock of the machine jumps while the servers run. */
export const clock: Scenario = {
  name: 'clock',
  longOnly: true,
  title: 'The clock jumps by +2 hours, by −3 days: nothing is valid for ever, no job is stuck, recordings are accepted',
  async run({ clinic, short, random }) {
    if (!canFakeTime()) return { counts: {}, failures: [], leftOut: withoutFakeTime }
    const times = short ? 2 : 10
    const faked = await openClock(clinic)
    const web = await clinic.startServer({ environment: faked.environment })
    let worker = await clinic.startServer({ role: 'worker', environment: faked.environment })
    const failures = new Set<string>()
    const counts = {
      'times each': times,
      'recordings taken': 0,
      'jobs ended': 0,
      'old tokens refused': 0,
      'locks over': 0,
    }
    for (const [name, seconds] of Object.entries(jumps))
      for (let i = 0; i < times; i++) {
        const fail = (what: string) => void failures.add(`${name}: ${what}`)
        await faked.set(0)
        const before = await signIn(clinic.baseUrl)
        const outsider = `nobody-${randomUUID()}@faults.example`
        await lockOut(clinic, outsider)
        // Its job is waiting, or is in progress at the jump, in a worker that continues or is killed.
        const [isDone, isKilled] = [i % 2 === 0, i % 4 === 2]
        if (!isDone) await worker.kill()
        const waiting = await record(clinic)
        if (isDone) await sleep(random() * 2_000)

        await faked.set(seconds)
        if ((await ask(clinic, 'GET', '/health')) !== 200) fail('no answer')
        const after = await record(clinic)
        counts['recordings taken']++
        if (!isDone || isKilled) {
          await worker.kill()
          worker = await clinic.startServer({ role: 'worker', environment: faked.environment })
        }
        for (const { examiner, path } of [waiting, after])
          if (await until(() => allDone(examiner, path), 120)) counts['jobs ended']++
          else fail('a job is stuck')

        // Later than the expiry of any token from before the jump.
        await faked.set(seconds + 13 * hour)
        const headers = before.headers()
        const asked = [await ask(clinic, 'GET', '/user/user_info/', { headers }), await refreshOf(before)]
        if (asked.every((status) => status === 401)) counts['old tokens refused']++
        else fail(`old tokens were answered ${asked}`)
        if ((await attempt(clinic, outsider)) === 401) counts['locks over']++
        else fail('a lock did not expire')
      }
    for (const server of [web, worker])
      if (server.process.exitCode !== null) failures.add(`a process ended: ${server.output.text}`)
    await worker.kill()
    await web.kill()
    await faked.set(0)
    return { counts, failures: [...failures] }
  },
}

async function record(clinic: Clinic) {
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  const item = session.items.toSorted((a, b) => a.min_duration - b.min_duration)[0]!
  const recording = recordingOf(item.min_duration + 1)
  const { status, body } = await upload(clinic.baseUrl, examiner, session.pathOf(item), recording)
  if (status !== 201) throw new Error(`the recording was not accepted: ${status} ${JSON.stringify(body)}`)
  return { examiner, path: session.path }
}

async function ask(clinic: Clinic, method: string, path: string, { headers = {}, value = {} } = {}): Promise<number> {
  const body = method === 'GET' ? undefined : Buffer.from(JSON.stringify(value))
  const type = { 'content-type': 'application/json' }
  const answer = await call(`${clinic.baseUrl}/api${path}`, { method, headers: { ...type, ...headers }, body })
  return answer.status
}

const refreshOf = (examiner: Awaited<ReturnType<typeof signIn>>) =>
  examiner.refresh().then(
    () => 200,
    (error: Error) => (error.message.includes('401') ? 401 : 0),
  )

const attempt = (clinic: Clinic, name: string) =>
  ask(clinic, 'POST', '/user/api/token/', { value: { email: name, password: `${password}?` } })

/** An unknown e-mail is locked like a known one. */
async function lockOut(clinic: Clinic, name: string) {
  let status = 0
  for (let i = 0; i < 8 && status !== 429; i++) status = await attempt(clinic, name)
  if (status !== 429) throw new Error(`${name} is not locked: ${status}`)
}
