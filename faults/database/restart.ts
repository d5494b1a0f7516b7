import { setTimeout as sleep } from 'node:timers/promises'
import type { Rig } from '../rig.ts'
import { whileRegistering } from './registrations.ts'

/** F10: PostgreSQL ends without a farewell and comes back. */
export const restart: Rig = {
  name: 'database-restart',
  title: 'PostgreSQL stopped at once and started again while 4 clients register participants',
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
