import { samplesOf } from '../e2e/known-recording.ts'
import { type Jump, jumpsOf, unexplained } from './compare.ts'
import type { ExaminerApi, Session } from './examiner-api.ts'
import type { SoundCounts } from './results.ts'
import type { VirtualMicrophone } from './virtual-microphone.ts'

/** Compares all takes of an answer but the first with the source. */
export async function compareTakes(
  session: string,
  { protocol_item, takes }: Session['responses'][number],
  api: ExaminerApi,
  { source, rateHz }: Pick<VirtualMicrophone, 'source' | 'rateHz'>,
): Promise<SoundCounts> {
  const counts: SoundCounts = {
    runs: 0,
    equal: 0,
    told: 0,
    untold: 0,
    untoldFrames: 0,
    longestUntoldFrames: 0,
    completeness: {},
  }
  // The first take was recorded before the known sound began anew.
  for (const { take, gaps, completeness } of takes.filter(({ take }) => take > 1)) {
    const wav = await api.bytes(`/protocols/responses/${session}/item/${protocol_item.id}/audio_src/?take=${take}`)
    const jumps: Jump[] = jumpsOf(samplesOf(wav), source, rateHz) ?? [
      { atSeconds: 0, lostFrames: wav.length / 2, unequalFrames: wav.length / 2 },
    ]
    const untold = unexplained(jumps, gaps)
    counts.runs++
    counts.completeness[completeness ?? 'unknown'] = (counts.completeness[completeness ?? 'unknown'] ?? 0) + 1
    if (jumps.length === 0) counts.equal++
    else if (untold.length === 0) counts.told++
    else counts.untold++
    for (const { lostFrames, unequalFrames } of untold) {
      const lost = Math.max(Math.abs(lostFrames), unequalFrames)
      counts.untoldFrames += lost
      counts.longestUntoldFrames = Math.max(counts.longestUntoldFrames, lost)
    }
    if (jumps.length > 0) console.log(`  take ${take}`, JSON.stringify(jumps.slice(0, 5)), 'gaps', JSON.stringify(gaps))
  }
  return counts
}
