import path from 'node:path'
import { runLimitedChild } from '../limited-child.ts'
import { isPlain, measuringLimits } from '../measure-in-process.ts'
import type { AvqiOutcome, AvqiRequest, Part, VowelSpaceOutcome, VowelSpaceRequest } from './messages.ts'

/** Measures a pair of recordings in a child process, within the limits of a measurement. */
export const avqiInProcess = (request: AvqiRequest): Promise<AvqiOutcome> =>
  inProcess('avqi-process.ts', request, Object.values(request))

/** Measures three vowels in a child process, within the limits of a measurement. */
export const vowelSpaceInProcess = (request: VowelSpaceRequest): Promise<VowelSpaceOutcome> =>
  inProcess('vowel-space-process.ts', request, Object.values(request.vowels))

type Outcome = AvqiOutcome | VowelSpaceOutcome

async function inProcess<T extends Outcome>(
  program: string,
  request: AvqiRequest | VowelSpaceRequest,
  parts: readonly Part[],
): Promise<T | Extract<Outcome, { status: 'failed' }>> {
  const read = parts.map(({ file }) => file)
  const areWhole = (await Promise.all(read.map(isPlain))).every(Boolean)
  let outcome: T | undefined
  const file = path.join(import.meta.dirname, program)
  const beyond = await runLimitedChild(file, request, measuringLimits, { read, programs: !areWhole }, (message) => {
    outcome ??= message as T
  })
  return outcome ?? { status: 'failed', error: beyond ?? 'crashed' }
}
