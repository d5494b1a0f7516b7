import { setTimeout as sleep } from 'node:timers/promises'
import { type Examiner, type Recording, recordingOf, signIn, startSession, upload } from '../client.ts'
import { type Fault, openProxy } from '../proxy.ts'
import type { Scenario } from '../scenario.ts'
import { audit, failuresOf, type Sent } from '../stored.ts'

const clients = 8

/** A network that cuts requests, delays answers, and loses them after the commit. */
export const network: Scenario = {
  name: 'network',
  title: 'Requests are cut, answers late or lost: nothing is lost or stored twice',
  async run({ clinic, short, random }) {
    // The page waits longer than a usual answer takes but less than the delay, then sends again.
    const times = short
      ? { delay: 2_000, patience: 1_000, pause: 100 }
      : { delay: 30_000, patience: 20_000, pause: 4_000 }
    const each = short ? 2 : 8
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const faults = new Map<string, number>()
    const waiting: Fault[] = []
    const proxy = await openProxy(clinic.baseUrl, () => {
      const fault = waiting.shift() ?? { kind: 'none' }
      faults.set(fault.kind, (faults.get(fault.kind) ?? 0) + 1)
      return fault
    })
    const sent: Sent[] = []
    const attempts = { count: 0 }

    const record = async () => {
      const session = await startSession(examiner)
      const item = session.items[0]!
      for (let take = 1; take <= each; take++) {
        const recording = recordingOf(item.min_duration + 1 + 4 * random())
        const entry = { sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: false }
        sent.push(entry)
        const afterBytes = Math.floor(random() * recording.wav.length)
        const kinds: Fault[] = [
          { kind: 'cut the request', afterBytes },
          { kind: 'delay the answer', milliseconds: times.delay },
          { kind: 'lose the answer' },
        ]
        // Each upload has one fault, and often a second one when it is repeated.
        waiting.push(kinds[take % 3]!, kinds[Math.floor(random() * 3)]!)
        // Each try waits a little longer, so that it also ends on a slow machine.
        for (
          let patience = times.patience;
          !entry.acknowledged;
          patience = Math.min(2 * patience, 8 * times.patience)
        ) {
          attempts.count++
          entry.acknowledged = await isTaken(proxy.baseUrl, examiner, session.pathOf(item), recording, take, patience)
          if (!entry.acknowledged) await sleep(times.pause)
        }
      }
    }
    await Promise.all(Array.from({ length: clients }, record))
    await proxy.close()
    await server.kill()
    const result = await audit(clinic, sent)
    return {
      counts: { ...result, attempts: attempts.count, ...Object.fromEntries(faults) },
      failures: failuresOf(result),
    }
  },
}

async function isTaken(
  baseUrl: string,
  examiner: Examiner,
  itemPath: string,
  recording: Recording,
  take: number,
  patience: number,
) {
  const answer = await upload(baseUrl, examiner, itemPath, recording, { take: String(take) }, patience).catch(
    () => null,
  )
  if (answer === null) return false
  if (answer.status === 401) await examiner.renew()
  else if (answer.status >= 300) throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.status < 300
}
