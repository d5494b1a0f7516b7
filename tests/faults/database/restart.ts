import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { whileRegistering } from './registrations.ts'

/** F10: PostgreSQL ends without a shutdown and restarts. */
export const restart: Scenario = {
  name: 'database-restart',
  title: 'PostgreSQL is stopped without a shutdown and restarted while 4 clients register participants',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const { counts, failures } = await whileRegistering(clinic, { short, random }, async ({ recovered, refused }) => {
      for (let i = 0; i < times; i++) {
        await sleep(random() * 500)
        await clinic.crashPostgres()
        await refused(1)
        await sleep(random() * (short ? 0 : 2_000))
        await clinic.startPostgres()
        await recovered()
      }
    })
    return { counts: { restarts: times, ...counts }, failures }
  },
}
