// A planted bug: the server treats the commit as done while it is still waiting, and answers before the take is in the
// database.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const waiting = new WeakMap<object, Promise<unknown>>()

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const run = () => Reflect.apply(query, this, args)
  if (args[0] !== 'commit') return run()
  const ignore = () => {}
  waiting.set(this, sleep(300).then(run).then(ignore, ignore))
  return Promise.resolve({ command: 'COMMIT', rowCount: null, oid: 0, rows: [], fields: [] })
} as typeof query

// No other transaction gets the connection before this one is over.
const { connect } = pg.Pool.prototype
pg.Pool.prototype.connect = function (this: pg.Pool, ...args: unknown[]) {
  const connected: unknown = Reflect.apply(connect, this, args)
  if (!(connected instanceof Promise)) return connected
  return connected.then((client: pg.PoolClient) => {
    const release = client.release
    client.release = (error) => {
      void (waiting.get(client) ?? Promise.resolve()).then(() => release.call(client, error))
    }
    return client
  })
} as typeof connect
