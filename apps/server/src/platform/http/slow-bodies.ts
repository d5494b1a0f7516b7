import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { networkOf } from './rate-limits.ts'

const defaults = {
  /** The longest public body is a few kilobytes. Recordings need a session, and have ten minutes. */
  seconds: 15,
  /**
   * Open at a time. Hundreds of people behind one address may sign in at eight o'clock, but each body arrives quickly.
   */
  maxPerAddress: 100,
  /** After the answer, a body that still arrives must be at least this fast. Slower connections are closed. */
  paceSeconds: 5,
  minBytesPerSecond: 16_000,
}

/**
 * Limits bodies of callers who are not signed in: their number per address, and their time. Calls that need a session
 * are refused before their body is read.
 *
 * Node keeps a connection until the whole body has arrived, even after the answer, because a client may read the answer
 * only then. A browser with an expired token must get its 401, so its upload is read while it arrives fast enough.
 */
export function limitBodies(app: FastifyInstance, limits: Partial<typeof defaults> = {}): void {
  const { seconds, maxPerAddress, paceSeconds, minBytesPerSecond } = { ...defaults, ...limits }
  const open = new Map<string, number>()

  app.addHook('preParsing', async ({ raw, principal, ip }) => {
    if (principal !== undefined || isComplete(raw) || !hasBody(raw)) return
    const network = networkOf(ip)
    const count = open.get(network) ?? 0
    if (count >= maxPerAddress) throw new AppError('rate_limited', { retry_after_seconds: seconds })
    open.set(network, count + 1)
    const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref()
    raw.once('close', () => {
      clearTimeout(timer)
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })

  app.addHook('onResponse', async ({ raw }) => {
    if (isComplete(raw)) return
    const { socket } = raw
    let bytes = socket.bytesRead
    const timer = setInterval(() => {
      if (!raw.complete && socket.bytesRead - bytes < paceSeconds * minBytesPerSecond) socket.destroy()
      if (raw.complete || socket.destroyed) clearInterval(timer)
      bytes = socket.bytesRead
    }, paceSeconds * 1000).unref()
  })
}

/** A call injected by a test has no connection, and `complete` is undefined. */
const isComplete = (raw: IncomingMessage) => raw.complete !== false
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
