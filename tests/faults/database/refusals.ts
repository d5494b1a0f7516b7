import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { type Harm, whileRegistering } from './registrations.ts'

/** F13: PostgreSQL has no free connection, holds a lock, or asks to repeat a transaction. */
export const refusals: Scenario = {
  name: 'database-refusals',
  title: 'PostgreSQL has no free connections, a locked table, or serialisation failures',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const { counts, failures } = await whileRegistering(clinic, { short, random }, async (harm) => {
      for (const hinder of [takeAllConnections, lockTable, clash])
        for (let i = 0; i < times; i++) {
          const end = await hinder(clinic)
          await harm.refused(short ? 1 : 4)
          await end()
          await harm.recovered()
          await stayAlive(harm)
        }
    })
    return { counts: { 'times each': times, ...counts }, failures }
  },
}

const stayAlive = ({ server, random }: Harm) => (server.process.exitCode === null ? sleep(random() * 100) : undefined)

async function connect(clinic: Clinic): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: clinic.databaseUrl, application_name: 'hog' })
  client.on('error', () => {}) // terminated from outside
  await client.connect()
  return client
}

export async function takeAllConnections(clinic: Clinic) {
  const [first] = [await connect(clinic)]
  const hogs = [first]
  const isTaken = async () => {
    try {
      hogs.push(await connect(clinic))
      return false
    } catch {
      return true
    }
  }
  // The server's own connections end too, and other clients take their places at once.
  const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and application_name not in ('hog', '')`
  for (let round = 0; round < 5; round++) {
    await first.query(endOthers)
    for (let isFull = false; !isFull; ) isFull = await isTaken()
  }
  return async () => {
    await Promise.all(hogs.map((client) => client.end()))
  }
}

async function lockTable(clinic: Clinic) {
  const client = await connect(clinic)
  await client.query('begin; lock table participants in access exclusive mode')
  return () => client.end()
}

/** The error of PostgreSQL when two transactions cannot be serialised. */
async function clash(clinic: Clinic) {
  const client = await connect(clinic)
  await client.query(`create function clash() returns trigger language plpgsql as
      $$ begin raise exception 'could not serialize access' using errcode = '40001'; end $$;
    create trigger clash before insert on participants for each row execute function clash()`)
  return async () => {
    await client.query('drop trigger clash on participants; drop function clash()')
    await client.end()
  }
}
