import type { FastifyInstance } from 'fastify'

/** Results are cached for a second, whatever the number of requests. */
const keptMs = 1_000

/** `health`: the process runs. `ready`: its dependencies answer, and it is not stopping. */
export function healthRoutes(
  app: FastifyInstance,
  checks: Record<string, () => Promise<unknown>>,
  isStopping: () => boolean,
) {
  let asked: Promise<Record<string, boolean>> | undefined
  const forget = () => {
    asked = undefined
  }
  const ask = () => checkAll(checks).finally(() => setTimeout(forget, keptMs).unref())

  app.get('/api/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/api/ready', { schema: { hide: true } }, async (_request, reply) => {
    asked ??= ask()
    const results = { ...(await asked), running: !isStopping() }
    const isReady = Object.values(results).every(Boolean)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable', ...results })
  })
}

async function checkAll(checks: Record<string, () => Promise<unknown>>): Promise<Record<string, boolean>> {
  const results = Object.entries(checks).map(async ([name, check]) => {
    const answered = check().then(
      () => true,
      () => false,
    )
    return [name, await Promise.race([answered, afterSeconds(3)])] as const
  })
  return Object.fromEntries(await Promise.all(results))
}

const afterSeconds = (seconds: number) =>
  new Promise<false>((resolve) => setTimeout(resolve, seconds * 1000, false).unref())
