import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { functionVersions } from '@fonema/speech'
import type { Clinic, Server } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { allDone, childrenOf, countDoubled, letLeasesPass, readResults, recordOne, until } from './jobs.ts'

const isMeasuring = async ({ process: { pid } }: Server) => (await childrenOf(pid!)).length > 0

/** The results that a remote worker makes. Words need an ordinary one. */
const soundOf = async (clinic: Clinic) => (await readResults(clinic)).filter(({ entry }) => entry in functionVersions)

/** A worker on another machine, without the database's password, dies while it measures. */
export const remoteWorker: Scenario = {
  name: 'remote-worker',
  longOnly: true,
  title: 'SIGKILL of a worker without the database while it measures: every job ends, each result once',
  async run({ clinic, short, random }) {
    const kills = short ? 2 : 100
    const key = `worker-${randomUUID()}`
    const failures: string[] = []
    const web = await clinic.startServer({ environment: { WORKER_KEYS: key } })
    const startRemote = () =>
      clinic.startServer({
        role: 'remote',
        environment: {
          DATABASE_URL: '',
          SECRET_KEY: '',
          FONEMA_URL: clinic.baseUrl,
          WORKER_KEY: key,
          WORKER_PROCESSES: '1',
        },
      })
    const sessions: Awaited<ReturnType<typeof recordOne>>[] = []
    let hits = 0
    for (let i = 0; i < kills; i++) {
      sessions.push(await recordOne(clinic))
      const remote = await startRemote()
      await until(() => isMeasuring(remote), 60)
      await sleep(random() * 500)
      if (await isMeasuring(remote)) hits++
      await remote.kill()
      await letLeasesPass(clinic)
    }
    const last = await startRemote()
    // A job whose worker was killed several times waits longer before each further attempt.
    const isMeasured = async () => (await soundOf(clinic)).every(({ status }) => status !== 'pending')
    if (!(await until(isMeasured, 720))) failures.push('a result stays pending')
    await last.kill()
    // Transcripts need an ordinary worker, which also finds nothing more to measure.
    const before = JSON.stringify(await soundOf(clinic))
    const worker = await clinic.startServer({ role: 'worker' })
    for (const { examiner, path } of sessions)
      if (!(await until(() => allDone(examiner, path)))) failures.push('a transcript stays pending')
    if (JSON.stringify(await soundOf(clinic)) !== before) failures.push('an ordinary worker measured something again')
    await worker.kill()
    await web.kill()
    const sound = await soundOf(clinic)
    const failed = sound.filter(({ status, error }) => status !== 'ready' && error !== 'not_measured')
    for (const { entry, error } of failed) failures.push(`${entry}: ${error}`)
    if (hits < kills / 2) failures.push('few of the kills hit a working worker')
    const doubled = await countDoubled(clinic)
    if (doubled > 0) failures.push(`${doubled} results are stored twice`)
    const givenUp = sound.filter(({ error }) => error === 'not_measured').length
    return { counts: { kills, 'during work': hits, results: sound.length, 'given up': givenUp, doubled }, failures }
  },
}
