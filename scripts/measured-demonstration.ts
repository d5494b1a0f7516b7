import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemonstration } from '../tests/e2e/start-server.ts'

const password = 'Molino-verde-26!'

/**
 * Starts a demonstration clinic in a folder of its own and resolves when its recordings are measured, which takes
 * minutes. Needs the built pages (node scripts/prepare.mjs --build).
 */
export async function startMeasuredDemonstration() {
  const metricsToken = randomUUID()
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-demonstration-'))
  const clinic = await startDemonstration(folder, { DEMO_PASSWORD: password, METRICS_TOKEN: metricsToken })
  const stop = async () => {
    await clinic.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // Recordings are stored and measured after the start. The job metrics are updated every 10 s.
    for (let quietSeconds = 0; quietSeconds < 40; quietSeconds += 2) {
      await sleep(2_000)
      const answer = await fetch(`${clinic.url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      if (/^fonema_jobs\{queue="measure-take",state="(?:queued|active)"\} [1-9]/m.test(await answer.text()))
        quietSeconds = 0
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url: clinic.url, password, folder, stop }
}
