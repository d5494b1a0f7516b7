import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clinic } from '../clinic.ts'
import type { Rig } from '../rig.ts'
import { allDone, letLeasesPass, recordOne, until } from '../work/jobs.ts'
import { whileRegistering } from './registrations.ts'

/** F10 where the server runs PostgreSQL itself: nobody but the server can start it again. */
export const embeddedRestart: Rig = {
  name: 'embedded-restart',
  title: 'SIGKILL of the embedded postmaster while 4 clients register participants and a recording is measured',
  async run({ clinic, short, random }) {
    // Each restart waits longer than the last one, and the promise is of ten seconds.
    const times = short ? 1 : 4
    const options = { short, random, isEmbedded: true }
    const { counts, failures } = await whileRegistering(clinic, options, async ({ server, recovered, refused }) => {
      for (let i = 0; i < times; i++) {
        const { examiner, path: session } = await recordOne(clinic)
        await sleep(random() * 500)
        await killPostmaster(clinic)
        await refused(1)
        await recovered()
        // A call that was under way may end well before the database is gone, and look like the recovery.
        const isReached = () =>
          letLeasesPass(clinic).then(
            () => true,
            () => false,
          )
        if (!(await until(isReached))) throw new Error('the database does not come back')
        // A lease has to pass first, which takes minutes: the long form waits for it.
        if (!short && !(await until(() => allDone(examiner, session), 400)))
          throw new Error('a recording is not measured')
      }
      if (!server.said.text.includes('"event":"database_restarted"')) throw new Error('no restart in the log')
    })
    return { counts: { kills: times, ...counts }, failures }
  },
}

async function killPostmaster({ dataDir }: Clinic) {
  const [pid] = (await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
