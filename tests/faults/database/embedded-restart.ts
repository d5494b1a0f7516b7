import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { allDone, describeJobs, letLeasesPass, recordOne, until } from '../work/jobs.ts'
import { whileRegistering } from './registrations.ts'

/** F10 where the server runs PostgreSQL itself: only the server can start it again. */
export const embeddedRestart: Scenario = {
  name: 'embedded-restart',
  title: 'SIGKILL of the embedded postmaster while 4 clients register participants and a recording is measured',
  async run({ clinic, short, random }) {
    // Each restart waits longer than the last one, and the promise is ten seconds.
    const times = short ? 1 : 4
    const options = { short, random, isEmbedded: true }
    const { counts, failures } = await whileRegistering(clinic, options, async (context) => {
      const { server, recovered, refused, endRegistrations } = context
      const sessions: Awaited<ReturnType<typeof recordOne>>[] = []
      for (let i = 0; i < times; i++) {
        sessions.push(await recordOne(clinic))
        await sleep(random() * 500)
        await killPostmaster(clinic)
        await refused(1)
        await recovered()
        // A call in progress may end well before the database has stopped, and would look like the recovery.
        const isReached = () =>
          letLeasesPass(clinic).then(
            () => true,
            () => false,
          )
        if (!(await until(isReached))) throw new Error('the database did not come back')
      }
      await endRegistrations()
      for (const { examiner, path: session } of sessions)
        if (!(await until(() => allDone(examiner, session))))
          throw new Error(`a recording was not measured: ${await describeJobs(clinic)}`)
      if (!server.output.text.includes('"event":"database_restarted"')) throw new Error('no restart in the log')
    })
    return { counts: { kills: times, ...counts }, failures }
  },
}

async function killPostmaster({ dataDir }: Clinic) {
  const [pid] = (await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
