import { recordingOf, signIn, startSession, upload } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { audit, failuresOf } from '../stored.ts'

/** The steps of storing a recording, in order, and whether it is stored after a crash there. */
const points = [
  ['after opening', 'absent'],
  ['after writing', 'absent'],
  ['before syncing the file', 'absent'],
  ['after syncing the file', 'absent'],
  ['before renaming', 'absent'],
  ['after renaming', 'absent'],
  ['before syncing the folder', 'absent'],
  ['after syncing the folder', 'absent'],
  ['after the answer’s row', 'absent'],
  ['before the take’s row', 'absent'],
  ['after the take’s row', 'absent'],
  ['after the results’ rows', 'absent'],
  ['after the job', 'absent'],
  ['before the commit', 'absent'],
  ['after the commit', 'whole'],
  ['before the answer', 'whole'],
] as const
const shortPoints: readonly string[] = ['after renaming', 'before the commit', 'after the commit']

/** A crash at every step of storing a recording, one after another. */
export const crashPoints: Scenario = {
  name: 'crash-points',
  title: 'A crash between any two steps of storing a recording',
  async run({ clinic, short }) {
    const failures: string[] = []
    const chosen = points.filter(([point]) => !short || shortPoints.includes(point))
    let server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const item = session.items[0]!
    for (const [index, [point, expected]] of chosen.entries()) {
      await server.kill()
      server = await clinic.startServer({ plant: 'crash-at', environment: { CRASH_AT: point } })
      const recording = recordingOf(item.min_duration + 1)
      const sent = { sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: false }
      const send = () => upload(clinic.baseUrl, examiner, session.pathOf(item), recording, { take: String(index + 1) })
      const answer = await send().catch(() => undefined)
      if (answer !== undefined) failures.push(`${point}: no crash, but ${answer.status}`)
      await server.kill()

      const left = await audit(clinic, [sent])
      const found = left['not acknowledged, absent'] === 1 ? 'absent' : 'whole'
      if (found !== expected) failures.push(`${point}: ${found} instead of ${expected}`)
      server = await clinic.startServer()
      const { status } = await send()
      if (status !== (expected === 'whole' ? 200 : 201)) failures.push(`${point}: sent again, answered ${status}`)
      failures.push(...failuresOf(await audit(clinic, [{ ...sent, acknowledged: true }]), `${point}: `))
    }
    await server.kill()
    return { counts: { 'crash points': chosen.length }, failures }
  },
}
