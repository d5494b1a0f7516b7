import { setTimeout as sleep } from 'node:timers/promises'
import { type Examiner, recordingOf, type Session, signIn, startSession, upload } from '../client.ts'
import type { Sent } from '../stored.ts'

/** A recording with the times at which it was first sent and acknowledged. */
export type Timed = Sent & { from: number; until: number }

const writers = 4

export type Uploads = {
  sent: readonly Timed[]
  /** When the first recording was acknowledged that was sent after this moment. */
  firstSince(moment: number, seconds: number): Promise<number | undefined>
  stop(): Promise<void>
}

/** Four examiners who upload without a pause, and send again what was not acknowledged, until `stop`. */
export async function keepUploading(baseUrl: string): Promise<Uploads> {
  const sent: Timed[] = []
  /** Each acknowledgement, with the time at which that attempt began. */
  const answers: { begun: number; ended: number }[] = []
  const moment = { stop: false }
  const isOver = () => moment.stop
  const writing = Array.from({ length: writers }, () => write(baseUrl, { sent, answers, isOver }))
  return {
    sent,
    async firstSince(since, seconds) {
      for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(20)) {
        const first = answers.find(({ begun }) => begun > since)
        if (first) return first.ended
      }
      return undefined
    },
    async stop() {
      moment.stop = true
      await Promise.all(writing)
    },
  }
}

type Work = { sent: Timed[]; answers: { begun: number; ended: number }[]; isOver(): boolean }

async function write(baseUrl: string, { sent, answers, isOver }: Work) {
  const visit = await persist(() => open(baseUrl), isOver)
  if (visit === undefined) return
  let { examiner, session } = visit
  for (let count = 0; !isOver(); count++) {
    const item = session.items[count % 2]!
    const recording = recordingOf(item.min_duration + 1, 8000)
    const entry = { sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: false }
    const timed = { ...entry, from: Date.now(), until: Number.POSITIVE_INFINITY }
    sent.push(timed)
    const take = String(Math.floor(count / 2) + 1)
    while (!isOver()) {
      const begun = Date.now()
      const answer = await upload(baseUrl, examiner, session.pathOf(item), recording, { take }, 10_000).catch(
        () => undefined,
      )
      const status = answer?.status ?? 503
      if (status < 300) {
        timed.acknowledged = true
        timed.until = Date.now()
        answers.push({ begun, ended: timed.until })
        break
      }
      // After a loss, neither the sign-in nor the session may be there.
      if (status < 500) {
        const again = await persist(() => open(baseUrl), isOver)
        if (again !== undefined) ({ examiner, session } = again)
        count = -1
        break
      }
      await sleep(100)
    }
  }
}

async function open(baseUrl: string): Promise<{ examiner: Examiner; session: Session }> {
  const examiner = await signIn(baseUrl)
  const session = await startSession(examiner)
  const items = session.items.toSorted((a, b) => a.min_duration - b.min_duration)
  return { examiner, session: { ...session, items } }
}

async function persist<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T | undefined> {
  for (; !isOver(); await sleep(200))
    try {
      return await work()
    } catch {
      // the database is away
    }
  return undefined
}
