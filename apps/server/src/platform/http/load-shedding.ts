import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './errors.ts'

/** Five per database connection. More would wait for seconds and delay every other call. */
const maxReads = 100
/** The limit when the event loop is late. With fewer reads in flight, reads did not cause the delay. */
const maxReadsWhenLate = 10
const lateMs = 1_000
const tickMs = 100

/**
 * Under overload, refuses reads with 503 and Retry-After: when too many reads are in flight, or when the event loop is
 * late. Writes are never refused here, so recordings, refreshed sessions and admitted reads still finish.
 */
export function shedReads(app: FastifyInstance): void {
  let inFlight = 0
  const admitted = new WeakSet<FastifyReply>()
  const release = (reply: FastifyReply) => {
    if (admitted.delete(reply)) inFlight--
  }
  let ticked = performance.now()
  const ticking = setInterval(() => {
    ticked = performance.now()
  }, tickMs).unref()
  app.addHook('onClose', async () => clearInterval(ticking))
  const limit = () => (performance.now() - ticked > tickMs + lateMs ? maxReadsWhenLate : maxReads)

  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' && request.routeOptions.config.access !== undefined
    if (!isRead) return
    if (inFlight >= limit()) throw new AppError('unavailable')
    inFlight++
    admitted.add(reply)
    // A client that disconnects before the answer never reaches onSend.
    reply.raw.once('close', () => release(reply))
  })
  // Released before sending: that takes as long as the client's network needs, and costs the process little.
  app.addHook('onSend', async (_request, reply) => release(reply))
}
