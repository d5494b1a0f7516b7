// Ends the server like SIGKILL, before or after the step of storing a recording that CRASH_AT names.
import fs from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import pg from 'pg'

const { CRASH_AT } = process.env
// Steps before a recording arrives (the start, a sign-in) are not part of storing it.
let receiving = false

function pass(step: string, moment: 'before' | 'after') {
  if (receiving && CRASH_AT === `${moment} ${step}`) process.kill(process.pid, 'SIGKILL')
}

async function around<T>(step: string, act: () => Promise<T>): Promise<T> {
  pass(step, 'before')
  const done = await act()
  pass(step, 'after')
  return done
}

const { open, rename } = fs
fs.open = async (file, flags, mode) => {
  const staging = flags === 'wx' && String(file).includes(`${path.sep}staging${path.sep}`)
  const handle = await open(file, flags, mode)
  if (staging) receiving = true
  pass('opening', 'after')
  const names = staging ? { write: 'writing', sync: 'syncing the file' } : { sync: 'syncing the folder' }
  for (const [method, step] of Object.entries(names)) {
    const original = Reflect.get(handle, method) as (...args: unknown[]) => Promise<unknown>
    Reflect.set(handle, method, (...args: unknown[]) => around(step, () => Reflect.apply(original, handle, args)))
  }
  return handle
}
fs.rename = (from, to) => around('renaming', () => rename(from, to))
syncBuiltinESMExports()

const steps: [RegExp, string][] = [
  [/^insert into "item_responses"/, 'the answer’s row'],
  [/^insert into "takes"/, 'the take’s row'],
  [/^insert into "feature_results"/, 'the results’ rows'],
  [/pgboss\.job/, 'the job'],
  [/^commit/, 'the commit'],
]
/** Connections whose transaction stores a recording: other work of the server commits meanwhile on connections of its own. */
const storing = new WeakSet<pg.Client>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const asked = args[0]
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')
  const step = steps.find(([pattern]) => pattern.test(text))?.[1]
  if (receiving && step?.endsWith('row')) storing.add(this)
  const run = () => Reflect.apply(query, this, args)
  return step === undefined || !storing.has(this) ? run() : around(step, run)
} as typeof query

const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  if (this.statusCode === 201) {
    pass('the answer', 'before')
    this.once('finish', () => pass('the answer', 'after'))
  }
  return Reflect.apply(end, this, args)
} as typeof end
