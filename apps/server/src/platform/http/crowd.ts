import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './errors.ts'

/** Five for each connection to the database: further ones would wait for seconds, and everybody else with them. */
const mostReads = 100
/** Whoever is almost alone on a machine that stood still is not the reason for it. */
const mostReadsWhenLate = 10
const lateMs = 1_000
const tickMs = 100

/**
 * Refuses to read (503, and again in two seconds) while so many calls already wait for what they read, or while the
 * process gets to its calls so late that they have waited before it knows of them. A process that has more to do than it
 * can would else answer everybody too late; so it goes on taking recordings, refreshing sessions and answering those whom
 * it let in. What writes is never refused here.
 */
export function refuseReadsInCrowd(app: FastifyInstance): void {
  let waiting = 0
  const admitted = new WeakSet<FastifyReply>()
  const leave = (reply: FastifyReply) => {
    if (admitted.delete(reply)) waiting--
  }
  let ticked = performance.now()
  const ticking = setInterval(() => {
    ticked = performance.now()
  }, tickMs).unref()
  app.addHook('onClose', async () => clearInterval(ticking))
  const most = () => (performance.now() - ticked > tickMs + lateMs ? mostReadsWhenLate : mostReads)

  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' && request.routeOptions.config.access !== undefined
    if (!isRead) return
    if (waiting >= most()) throw new AppError('unavailable')
    waiting++
    admitted.add(reply)
    // Who goes away before the answer never gets to the hook below.
    reply.raw.once('close', () => leave(reply))
  })
  // From here on the answer only has to be sent, which takes as long as the other side likes.
  app.addHook('onSend', async (_request, reply) => leave(reply))
}
