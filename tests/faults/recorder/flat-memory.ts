import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf } from '../../../apps/server/testing/recordings.ts'
import { writeWav16 } from '../../../packages/speech/src/wav.ts'
import { call, type Examiner, type Session, signIn, startSession } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { audit, failuresOf, type Sent } from '../stored.ts'

const sampleRateHz = 48_000
const atOnce = 4
/** Four ten-minute recordings are 230 MB; a server that kept them in memory would need all of it. */
const allowedMb = 120

/** The server's memory does not grow with the length of uploads. */
export const flatMemory: Scenario = {
  name: 'flat-memory',
  title: 'The memory of the server does not grow with the length of uploads of ten minutes',
  async run({ clinic, short }) {
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const sessions = await Promise.all(Array.from({ length: atOnce }, () => startSession(examiner)))
    const sent: Sent[] = []
    const rounds = short ? 1 : 5
    const peakOf = (minutes: number, take: number) =>
      peakMb(server.process.pid!, async () => {
        const uploads = sessions.map((session) => uploadMinutes(clinic, examiner, session, minutes, take))
        sent.push(...(await Promise.all(uploads)))
      })
    const brief = await peakOf(1, 1)
    let long = 0
    for (let round = 1; round <= rounds; round++) long = Math.max(long, await peakOf(10, 1 + round))
    await server.kill()
    const result = await audit(clinic, sent)
    return {
      counts: {
        'ten-minute recordings': atOnce * rounds,
        'MB at 4 × 1 minute': Math.round(brief),
        'MB at 4 × 10 minutes': Math.round(long),
        ...result,
      },
      failures: [
        ...failuresOf(result),
        ...(result.acknowledged < sent.length ? ['a ten-minute recording was not accepted'] : []),
        ...(long - brief > allowedMb ? [`memory grows with the length, by ${Math.round(long - brief)} MB`] : []),
      ],
    }
  },
}

async function peakMb(pid: number, act: () => Promise<void>): Promise<number> {
  const state = { done: false }
  const acting = act().finally(() => {
    state.done = true
  })
  let peak = 0
  while (!state.done) {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    peak = Math.max(peak, (Number(pages) * 4096) / 2 ** 20)
    await sleep(25)
  }
  await acting
  return peak
}

/** One second of noise, repeated, sent as the browser would send it from its disk. */
async function uploadMinutes(clinic: Clinic, examiner: Examiner, session: Session, minutes: number, take: number) {
  const item = session.items[0]!
  const seconds = minutes * 60
  const second = randomBytes(sampleRateHz * 2)
  const header = Buffer.from(writeWav16(new Int16Array(0), sampleRateHz))
  header.writeUInt32LE(36 + second.length * seconds, 4)
  header.writeUInt32LE(second.length * seconds, 40)
  const hash = createHash('sha256').update(header)
  for (let i = 0; i < seconds; i++) hash.update(second)
  const sha256 = hash.digest('hex')

  const form = formOf(Buffer.alloc(0), { take: String(take), sha256 })
  const end = form.payload.lastIndexOf('\r\n--')
  const [head, tail] = [form.payload.subarray(0, end), form.payload.subarray(end)]
  const { status } = await call(`${clinic.baseUrl}/api${session.pathOf(item)}`, {
    headers: {
      ...form.headers,
      ...examiner.headers(),
      'content-length': String(head.length + header.length + second.length * seconds + tail.length),
    },
    body: Readable.from(
      (function* () {
        yield Buffer.concat([head, header])
        for (let i = 0; i < seconds; i++) yield second
        yield tail
      })(),
    ),
    withinMs: 300_000,
  })
  return { sessionId: session.id, itemId: item.id, sha256, acknowledged: status === 201 }
}
