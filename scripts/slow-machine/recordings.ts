import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareWithSource, isExplained, makeKnownSource, writeSource } from '../../tests/e2e/known-recording.ts'
import { unlimit } from '../../tests/faults/browser/items.ts'
import { enter, openItems, startRecording, stopRecording } from '../../tests/faults/browser/steps.ts'
import { samplesFrom, takesOf } from '../../tests/faults/browser/takes.ts'
import { signIn, startSession } from '../../tests/faults/client.ts'
import { type Figure, type SlowOptions, withTablet } from './tablet.ts'

/** Records a known sound again and again, and compares what is stored with it sample by sample. */
export async function measureRecordings({ clinic, rate, recordings, seconds }: SlowOptions): Promise<Figure[]> {
  const server = await clinic.startServer()
  const session = await startSession(await signIn(clinic.baseUrl))
  await unlimit(clinic, session.items[0]!)
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-slow-sound-'))
  const source = makeKnownSource(recordings * (seconds + 15) + 60)
  const microphone = path.join(folder, 'source.wav')
  await writeSource(microphone, source)
  try {
    await withTablet({ rate, microphone }, async (page) => {
      await enter(page, clinic)
      await openItems(page, clinic, session)
      for (let recording = 0; recording < recordings; recording++) {
        await startRecording(page, recording === 0 ? 'Grabar' : 'Grabar de nuevo')
        await sleep(seconds * 1000)
        await stopRecording(page)
      }
    })
    const takes = await takesOf(clinic, session)
    const sum = { gaps: 0, mended: 0, unequal: 0, unexplained: 0 }
    for (const take of takes) {
      const found = compareWithSource(await samplesFrom(clinic, take), source)
      sum.gaps += take.gaps.length
      sum.mended += Number(take.settings.mended_s ?? 0)
      if (found === undefined || !isExplained(found, take.gaps)) sum.unexplained++
      else sum.unequal += found.compared - found.equal
    }
    return [
      {
        what: `Recordings of ${seconds} s missing of ${recordings}`,
        value: recordings - takes.length,
        unit: '',
        limit: 0,
      },
      { what: 'Gaps in them', value: sum.gaps, unit: '', limit: 0 },
      { what: 'Samples that differ from the sound', value: sum.unequal, unit: '', limit: 0 },
      { what: 'Recordings that differ where no gap is stored', value: sum.unexplained, unit: '', limit: 0 },
      { what: 'Dropped by the graph and filled in from the track', value: sum.mended, unit: 's' },
    ]
  } finally {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
