import path from 'node:path'
import { type ChildLimits, runLimitedChild } from '../limited-child.ts'
import type { Reach } from '../sandbox.ts'
import type { TranscriptionOutcome, TranscriptionRequest } from './transcription.ts'

const program = path.join(import.meta.dirname, 'transcribe-process.ts')

/** Generous, because the process runs at the lowest priority on a busy machine, and waiting costs nobody anything. */
export const transcribingLimits: ChildLimits = { seconds: 300, perAudioSecond: 10, memoryMb: 3072 }

/**
 * Transcribes a recording in a child process, within limits.
 *
 * @returns `transcriber_unavailable` when the process crashed before its model was loaded, as with a broken model
 */
export async function transcribeInProcess(
  request: TranscriptionRequest,
  limits: ChildLimits,
): Promise<TranscriptionOutcome> {
  let isLoaded = request.engine?.kind !== 'sherpa'
  let outcome: TranscriptionOutcome | undefined
  const beyond = await runLimitedChild(program, request, limits, reachOf(request), (message) => {
    if (message === 'loaded') isLoaded = true
    else outcome ??= message as TranscriptionOutcome
  })
  return outcome ?? { status: 'failed', error: beyond ?? (isLoaded ? 'crashed' : 'transcriber_unavailable') }
}

/** Only a remote recogniser needs the network. Both need native code, which finds the voice. */
function reachOf({ file, engine }: TranscriptionRequest): Reach {
  switch (engine?.kind) {
    case 'http':
      return { read: [file], network: true, addons: true }
    case 'sherpa':
      return { read: [file, engine.model.folder], addons: true }
    case undefined:
      return { read: [file] }
  }
}
