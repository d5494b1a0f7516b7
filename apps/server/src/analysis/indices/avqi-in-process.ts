import path from 'node:path'
import { runLimitedChild } from '../limited-child.ts'
import { isPlain, measuringLimits } from '../measure-in-process.ts'
import type { AvqiOutcome, AvqiRequest } from './messages.ts'

const program = path.join(import.meta.dirname, 'avqi-process.ts')

/** Measures a pair of recordings in a child process, within the limits of a measurement. */
export async function avqiInProcess(request: AvqiRequest): Promise<AvqiOutcome> {
  const read = [request.speech.file, request.vowel.file]
  const areWhole = (await Promise.all(read.map(isPlain))).every(Boolean)
  let outcome: AvqiOutcome | undefined
  const beyond = await runLimitedChild(program, request, measuringLimits, { read, programs: !areWhole }, (message) => {
    outcome ??= message as AvqiOutcome
  })
  return outcome ?? { status: 'failed', error: beyond ?? 'crashed' }
}
