import { enableCompileCache } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { measureRemotely } from './analysis/remote/worker.ts'
import { findSandbox, sandboxNotes } from './analysis/sandbox.ts'
import { ConfigError } from './config.ts'
import { errorFields, writeEvent, writeLog } from './platform/log.ts'

const Settings = z.object({
  FONEMA_URL: z.url({ protocol: /^https?$/ }),
  WORKER_KEY: z.string().min(32, 'must have at least 32 characters'),
  WORKER_PROCESSES: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
})

/**
 * Measures a clinic's recordings on this machine, which has neither its database nor its store.
 *
 * @returns stops it, after the recordings that are being measured
 * @throws {ConfigError} naming each wrong variable
 */
export async function startRemoteWorker(
  environment: NodeJS.ProcessEnv,
  onRefused: (error: Error) => void,
): Promise<() => Promise<void>> {
  const parsed = Settings.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`These environment variables are wrong:\n${lines.join('\n')}`)
  }
  const { FONEMA_URL: url, WORKER_KEY: key, WORKER_PROCESSES: processes } = parsed.data
  // For the children that measure: they start for each recording.
  enableCompileCache(path.join(tmpdir(), 'fonema-compiled'))
  writeLog(`${sandboxNotes[await findSandbox()]}\n`)
  const stopping = new AbortController()
  const onFailure = (error: Error) => writeEvent('error', 'remote_measuring_failed', errorFields(error))
  const working = Array.from({ length: processes }, () =>
    measureRemotely({ url, key }, { signal: stopping.signal, onFailure }),
  )
  for (const loop of working) loop.catch(onRefused)
  writeLog(`Measuring recordings of ${url}\n`)
  return async () => {
    stopping.abort()
    await Promise.allSettled(working)
  }
}
