import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import {
  allDone,
  childrenOf,
  countDoubled,
  countJobs,
  letLeasesPass,
  readResults,
  recordOne,
  resultsOf,
  until,
} from './jobs.ts'

const unfinished = ['created', 'retry', 'active']

const isMeasuring = async ({ process: { pid } }: Server) => (await childrenOf(pid!)).length > 0

/** F4: SIGKILL of the worker while it measures, and of the measuring process, as the kernel does it. */
export const killWorker: Scenario = {
  name: 'kill-worker',
  longOnly: true,
  title: 'SIGKILL of the worker while it measures: every job ends, with one result for each function',
  async run({ clinic, short, random }) {
    const kills = short ? 2 : 100
    let hits = 0
    /** No transcriber is installed here. A job that ends its worker eight times is given up. */
    const mayEndAs = new Map([
      ['ready', Infinity],
      ['transcriber_unavailable', Infinity],
      ['not_measured', Infinity],
    ])
    const web = await clinic.startServer()
    const failures: string[] = []
    const sessions: Awaited<ReturnType<typeof recordOne>>[] = []
    for (let i = 0; i < kills; i++) {
      sessions.push(await recordOne(clinic))
      const worker = await clinic.startServer({ role: 'worker' })
      await until(() => isMeasuring(worker), 60)
      await sleep(random() * 500)
      if (await isMeasuring(worker)) hits++
      await worker.kill()
      await letLeasesPass(clinic)
    }
    const last = await clinic.startServer({ role: 'worker' })
    const expectDone = async ({ examiner, path }: (typeof sessions)[number]) => {
      // A job whose worker was killed several times waits longer before each further attempt.
      if (!(await until(() => allDone(examiner, path), 720))) failures.push('a result stays pending')
    }
    for (const session of sessions) await expectDone(session)
    // As the kernel ends a process when memory is short: those results fail, with an error.
    const victim = await recordOne(clinic, 20)
    await until(() => isMeasuring(last), 60)
    for (const child of await childrenOf(last.process.pid!)) process.kill(child, 'SIGKILL')
    await expectDone(victim)
    const crashed = (await resultsOf(victim.examiner, victim.path)).filter(({ error }) => error === 'crashed').length
    mayEndAs.set('crashed', crashed)
    const results = await readResults(clinic)
    const ends = Object.entries(
      Object.groupBy(results, ({ status, error }) => (status === 'failed' ? `${error}` : status)),
    )
    for (const [end, { length = 0 } = []] of ends)
      if (length > (mayEndAs.get(end) ?? 0)) failures.push(`${length} results ended as ${end}`)
    if (crashed === 0) failures.push('the killed process was not reported')
    if (hits < kills / 2) failures.push('few of the kills hit a working worker')
    const doubled = await countDoubled(clinic)
    if (doubled > 0) failures.push(`${doubled} results are stored twice`)
    await until(async () => (await countJobs(clinic, 'measure-take', unfinished)) === 0)
    await last.kill()
    await web.kill()
    const ended = Object.fromEntries(ends.map(([end, { length = 0 } = []]) => [`results ended as ${end}`, length]))
    return { counts: { kills, 'during work': hits, recordings: sessions.length + 1, ...ended, doubled }, failures }
  },
}

/** F4: a worker that stops beyond its lease, and continues after another one has done its job. */
export const zombieWorker: Scenario = {
  name: 'zombie-worker',
  longOnly: true,
  title: 'SIGSTOP of the worker beyond its lease, SIGCONT after another did its job: the late result is dropped',
  async run({ clinic, short }) {
    const times = short ? 1 : 10
    const web = await clinic.startServer()
    const failures: string[] = []
    const counts = { times, 'done by the second worker': 0, 'late results dropped': 0 }
    for (let i = 0; i < times; i++) {
      const zombie = await clinic.startServer({ role: 'worker' })
      const { examiner, path } = await recordOne(clinic, 10)
      await until(async () => (await childrenOf(zombie.process.pid!)).length > 0, 60)
      zombie.process.kill('SIGSTOP')
      await letLeasesPass(clinic)
      const second = await clinic.startServer({ role: 'worker' })
      if (await until(() => allDone(examiner, path))) counts['done by the second worker']++
      else failures.push('the second worker did not take the job over')
      const before = JSON.stringify(await readResults(clinic))
      zombie.process.kill('SIGCONT')
      // Its own measuring ends, and its result comes too late.
      await until(async () => (await childrenOf(zombie.process.pid!)).length === 0, 60)
      await sleep(short ? 500 : 1_500)
      if (JSON.stringify(await readResults(clinic)) === before) counts['late results dropped']++
      else failures.push('the late result was written')
      if ((await countDoubled(clinic)) > 0) failures.push('results are stored twice')
      await zombie.kill()
      await second.kill()
    }
    await web.kill()
    return { counts, failures }
  },
}
