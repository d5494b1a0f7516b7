import type { ObjectStore } from '../../../apps/server/src/platform/objects/object-store.ts'
import { recordingOf, signIn, startSession, upload } from '../client.ts'
import type { Clinic, Server } from '../clinic.ts'
import { audit, failuresOf, type Sent } from '../stored.ts'

/** The allowed statuses when the store cannot accept a recording: nothing else, and never a 500. */
const refusals = new Set([503, 507])

/** One examiner who records again and again. Every acknowledged recording must be stored whole. */
export async function openUploads(clinic: Clinic) {
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  const item = session.items.toSorted((a, b) => a.min_duration - b.min_duration)[0]!
  const sent: Sent[] = []
  const failures = new Set<string>()
  const seen: Record<string, number> = {}
  let take = 0

  /** @returns whether the recording was accepted; `mayBreak`: the connection itself may be refused */
  async function record({ seconds = item.min_duration + 1, mayBreak = false } = {}): Promise<boolean> {
    const recording = recordingOf(seconds, 8000)
    const entry = { sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: false }
    sent.push(entry)
    take++
    const send = () => upload(clinic.baseUrl, examiner, session.pathOf(item), recording, { take: String(take) })
    let answer = await send().catch(() => null)
    if (answer?.status === 401) {
      await examiner.renew()
      answer = await send().catch(() => null)
    }
    const outcome = answer === null ? 'no answer' : `answered ${answer.status}`
    seen[outcome] = (seen[outcome] ?? 0) + 1
    entry.acknowledged = answer !== null && answer.status < 300
    const isFine = answer === null ? mayBreak : answer.status < 300 || refusals.has(answer.status)
    if (!isFine) failures.add(`${outcome} ${JSON.stringify(answer?.body)}`)
    if (answer !== null && answer.status >= 500 && answer.body.code === undefined)
      failures.add(`${outcome} without a code`)
    return entry.acknowledged
  }

  return {
    examiner,
    session,
    item,
    failures,
    seen,
    record,
    /** Records until a recording is accepted again. */
    async recovered(tries = 60): Promise<void> {
      for (let i = 0; i < tries; i++) {
        if (await record({ mayBreak: true })) return
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      failures.add('not recovered')
    },
    /** Records a failure of the product. */
    refuse(what: string) {
      failures.add(what)
    },
    async result(server: Server, store?: Pick<ObjectStore, 'read'>) {
      if (server.process.exitCode !== null || server.process.signalCode !== null)
        failures.add(`the process ended: ${server.output.text.slice(-600)}`)
      const found = await audit(store === undefined ? clinic : { ...clinic, store }, sent)
      return { found, counts: { ...seen, ...found }, failures: [...failures, ...failuresOf(found)] }
    },
  }
}
export type Uploads = Awaited<ReturnType<typeof openUploads>>
