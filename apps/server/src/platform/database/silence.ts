import pg from 'pg'

const lookEveryMs = 500
const answerWithinMs = 1_250

export type SilenceWatch = {
  /** Rejects when the database is silent, or becomes so before the work is done. */
  orSilent<T>(work: () => Promise<T>): Promise<T>
  /** Looks no more, and breaks off what is still lent: a job that did not end in its time, such as a large takeout. */
  stop(): void
}

class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * A database that falls silent (a line that is cut, a machine that stands still) leaves its connections open for
 * minutes. So while somebody waits for it, a connection of its own asks what takes no time; when that stays without an
 * answer, the connections that wait are broken off. A statement that merely takes long goes on.
 */
export function watchForSilence(pool: pg.Pool, connectionString: string): SilenceWatch {
  const lent = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client))
  pool.on('remove', (client) => lent.delete(client))

  let asking: pg.Client | undefined
  let isLooking = false
  let silence: DatabaseSilent | undefined
  const waiting = new Set<(error: DatabaseSilent) => void>()

  async function ask(): Promise<void> {
    if (asking === undefined) {
      const client = new pg.Client({ connectionString, application_name: 'fonema-watch' })
      client.on('error', () => drop(client))
      asking = client
      await client.connect()
    }
    await asking.query('select 1')
  }
  function drop(client: pg.Client | undefined) {
    if (client === undefined) return
    if (asking === client) asking = undefined
    // It may never come to an end by itself: nobody waits for it.
    client.end().catch(() => {})
  }

  function breakOff() {
    for (const client of lent as Set<unknown> as Set<pg.Client>) {
      client.end().catch(() => {})
      // By itself it would wait for what is on its way.
      client.connection.stream.destroy()
    }
  }

  async function look() {
    if (isLooking || (silence === undefined && lent.size === 0 && pool.waitingCount === 0)) return
    isLooking = true
    const hasAnswered = await answersWithin(ask, answerWithinMs, () => drop(asking))
    isLooking = false
    silence = hasAnswered ? undefined : new DatabaseSilent('The database does not answer')
    if (silence === undefined) return
    breakOff()
    for (const reject of waiting) reject(silence)
  }
  const timer = setInterval(look, lookEveryMs).unref()

  return {
    orSilent(work) {
      if (silence !== undefined) return Promise.reject(silence)
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      })
    },
    stop() {
      clearInterval(timer)
      drop(asking)
      breakOff()
    },
  }
}

/** A refusal is an answer too: those who wait for the database are told it themselves. */
async function answersWithin(ask: () => Promise<void>, milliseconds: number, onFailure: () => void): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // What arrived while this process was busy is read before it counts as missing.
    timer = setTimeout(() => setImmediate(resolve, false), milliseconds)
  })
  const answered = ask().then(
    () => true,
    () => {
      onFailure()
      return true
    },
  )
  const isInTime = await Promise.race([answered, late])
  clearTimeout(timer)
  if (!isInTime) onFailure()
  return isInTime
}
