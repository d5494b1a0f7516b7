import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { functionVersions } from '@fonema/speech'
import { measureInProcess, measuringLimits } from '../measure-in-process.ts'
import { failed, type Measurement, type StoredPart } from '../measurement.ts'
import { addresses, Lease, leaseGone, otherRelease } from './wire.ts'

export type RemoteSettings = {
  /** The address of the clinic, such as `https://fonema.hospital.example`. */
  url: string
  key: string
}

type Timing = { idleMs: number; longestIdleMs: number; callMs: number; downloadMs: number }
/** Large recordings over a slow line take minutes. */
const usual: Timing = { idleMs: 1_000, longestIdleMs: 60_000, callMs: 30_000, downloadMs: 5 * 60_000 }

/** The server refuses this worker; trying again does not help until somebody changes it. */
export class WorkerRefused extends Error {}
class LeaseGone extends Error {}
/** The store does not have the object. */
class Missing extends Error {}
const ignoreMissing = (error: unknown) => {
  if (!(error instanceof Missing)) throw error
}

/**
 * Measures recordings of a clinic on another machine until `signal` aborts, one at a time. A failure of the network or
 * the server is tried again; what was held meanwhile returns to the queue.
 *
 * @throws {WorkerRefused} for a wrong key, or when server and worker measure differently
 */
export async function measureRemotely(
  settings: RemoteSettings,
  { signal, onFailure }: { signal: AbortSignal; onFailure: (error: Error) => void },
  timing: Timing = usual,
): Promise<void> {
  const post = createPost(settings, timing)
  let failures = 0
  while (!signal.aborted) {
    try {
      const answer = await post(addresses.lease, { versions: functionVersions })
      if (answer.status === 200) await measureLease(settings, post, Lease.parse(await answer.json()), timing)
      failures = 0
      if (answer.status === 200) continue
    } catch (error) {
      if (error instanceof WorkerRefused) throw error
      if (error instanceof LeaseGone) continue
      failures++
      onFailure(error as Error)
    }
    // Longer after each failure, so that a machine that cannot measure does not use up the attempts at every job. An
    // aborted wait resolves.
    const wait = Math.min(timing.longestIdleMs, timing.idleMs * 2 ** failures)
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
}

const refusals: Record<string, string> = {
  401: 'The server does not accept WORKER_KEY.',
  404: 'The server has no WORKER_KEYS, or FONEMA_URL is the address of another program.',
  [otherRelease]: 'The server measures differently. Install the same release on both machines.',
}

type Post = (address: string, body: object) => Promise<Response>

function createPost({ url, key }: RemoteSettings, { callMs }: Timing): Post {
  return async (address, body) => {
    const answer = await fetch(new URL(address, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(callMs),
      // A key never follows a redirect to another address.
      redirect: 'error',
    })
    if (answer.ok) return answer
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    if (code === leaseGone) throw new LeaseGone()
    const refusal = answer.status === 409 ? refusals[otherRelease] : refusals[answer.status]
    if (refusal !== undefined) throw new WorkerRefused(refusal)
    throw new Error(`${address}: ${answer.status} ${code ?? ''}`)
  }
}

async function measureLease(settings: RemoteSettings, post: Post, held: Lease, timing: Timing): Promise<void> {
  const { lease, extend_seconds } = held
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-remote-'))
  const alive = setInterval(() => void post(addresses.extend, { lease }).catch(() => {}), extend_seconds * 1000)
  try {
    const measurement = await measureIn(folder, settings, post, held, timing)
    await post(addresses.result, { lease, measurement })
  } catch (error) {
    // The server tries it again, here or elsewhere.
    const reason = (error as Error).message.slice(0, 500)
    if (!(error instanceof LeaseGone)) await post(addresses.giveBack, { lease, reason }).catch(() => {})
    throw error
  } finally {
    clearInterval(alive)
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureIn(
  folder: string,
  { url }: RemoteSettings,
  post: Post,
  { lease, audio, references, examiner, request }: Lease,
  { downloadMs }: Timing,
): Promise<Measurement> {
  const fetchTo = async (name: string, link: string) => {
    const file = path.join(folder, name)
    // The link opens one object and needs no key.
    const answer = await fetch(new URL(link, url), { signal: AbortSignal.timeout(downloadMs) })
    if (answer.status === 404) throw new Missing()
    if (!answer.ok || answer.body === null) throw new Error(`download: ${answer.status}`)
    await pipeline(answer.body, createWriteStream(file))
    return file
  }
  try {
    const file = await fetchTo('take', audio)
    const parts: StoredPart[] = []
    // A reference whose file is gone is left out.
    for (const [number, { url: link, ...part }] of references.entries())
      await fetchTo(`reference-${number}`, link).then((file) => parts.push({ ...part, file }), ignoreMissing)
    let channel: StoredPart | null = null
    if (examiner !== null) {
      const { url: link, ...part } = examiner
      await fetchTo('examiner', link).then((file) => {
        channel = { ...part, file }
      }, ignoreMissing)
    }
    let judged: Promise<unknown> = Promise.resolve()
    const asked = { ...request, file, references: parts, examiner: channel }
    const measurement = await measureInProcess(asked, measuringLimits, (quality) => {
      // A failure here does no harm: the verdict is sent again with the measures.
      judged = post(addresses.verdict, { lease, quality }).catch(() => {})
    })
    await judged
    return measurement
  } catch (error) {
    if (error instanceof Missing) return failed(request.functions, 'audio_missing')
    throw error
  }
}
