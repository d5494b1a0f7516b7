import type { FastifyInstance } from 'fastify'

/** `health`: the process lives. `ready`: what it needs answers. */
export function healthRoutes(app: FastifyInstance, checks: Record<string, () => Promise<unknown>>) {
  app.get('/api/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/api/ready', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const answered = await Promise.race([
          check().then(
            () => true,
            () => false,
          ),
          afterSeconds(3),
        ])
        return [name, answered] as const
      }),
    )
    const isReady = results.every(([, answered]) => answered)
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'unavailable', ...Object.fromEntries(results) })
  })
}

const afterSeconds = (seconds: number) =>
  new Promise<false>((resolve) => setTimeout(resolve, seconds * 1000, false).unref())
