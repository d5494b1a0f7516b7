import pg from 'pg'

const lookEveryMs = 500

export type SilenceWatch = {
  /** Rejects when the database does not answer, or stops answering before the work is done. */
  orSilent<T>(work: () => Promise<T>): Promise<T>
  /**
   * Stops watching and closes connections still in use: those of jobs that exceeded their time, such as a large
   * takeout.
   */
  stop(): void
}

class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * When a database stops answering (a cut network, a frozen machine), its connections stay open for minutes. So while a
 * caller waits for the database, a separate connection sends a trivial query. If that gets no answer, all connections
 * in use are closed. A statement that is only slow continues.
 */
export function watchForSilence(pool: pg.Pool, connectionString: string, answerWithinMs: number): SilenceWatch {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))

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
    // Not awaited: it may never resolve.
    client.end().catch(() => {})
  }

  function closeConnections() {
    for (const client of inUse as Set<unknown> as Set<pg.Client>) {
      client.end().catch(() => {})
      // end() alone would wait for the statements in flight.
      client.connection.stream.destroy()
    }
  }

  async function look() {
    if (isLooking || (silence === undefined && inUse.size === 0 && pool.waitingCount === 0)) return
    isLooking = true
    const hasAnswered = await answersWithin(ask, answerWithinMs, () => drop(asking))
    isLooking = false
    silence = hasAnswered ? undefined : new DatabaseSilent('The database does not answer')
    if (silence === undefined) return
    closeConnections()
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
      closeConnections()
    },
  }
}

/** A refused connection counts as an answer: the waiting callers get the same error themselves. */
async function answersWithin(ask: () => Promise<void>, milliseconds: number, onFailure: () => void): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // First reads an answer that arrived while this process was busy.
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
