import { setTimeout as sleep } from 'node:timers/promises'
import type { Weather } from '../proxy.ts'
import type { Scenario } from '../scenario.ts'
import { whileRegistering } from './registrations.ts'

const weathers: readonly (Weather & { refuses: boolean })[] = [
  { kind: 'silent', refuses: true },
  { kind: 'reset', refuses: true },
  { kind: 'late', milliseconds: 100, refuses: false },
  { kind: 'late', milliseconds: 4_000, refuses: true },
]

/** F11: the connection to the database is silent, reset, or slow. */
export const line: Scenario = {
  name: 'database-line',
  title: 'The connection to PostgreSQL is silent, reset, slow, and so slow that it counts as silent',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const { counts, failures } = await whileRegistering(clinic, { short, random }, async (harm) => {
      for (const { refuses, ...weather } of short ? weathers.slice(0, 2) : weathers)
        for (let i = 0; i < times; i++) {
          await sleep(random() * 200)
          harm.line.set(weather)
          if (refuses) await harm.refused(short ? 1 : 8)
          else await harm.recovered()
          harm.line.set({ kind: 'fair' })
          await harm.recovered()
        }
    })
    return { counts: { 'times each': times, ...counts }, failures }
  },
}
