import { AudioError } from '@fonema/audio'
import { cornerVowels, measureVowelSpace } from '@fonema/speech'
import type { Decoded } from '../limited-child.ts'
import { ChangedAudio, errorOf, readPart } from '../read-part.ts'
import type { VowelSpaceOutcome, VowelSpaceRequest } from './messages.ts'

// The program of a child process. It measures the three vowels of one session and ends.

process.on('message', async (request: VowelSpaceRequest) => {
  sendMessage(await measureThree(request), () => process.disconnect())
})

const sendMessage = (message: VowelSpaceOutcome | Decoded, whenSent: () => void = () => {}) =>
  process.send?.(message, whenSent)

async function measureThree(request: VowelSpaceRequest): Promise<VowelSpaceOutcome> {
  try {
    const read = await Promise.all(cornerVowels.map((vowel) => readPart(request.vowels[vowel])))
    sendMessage({ decodedSeconds: read.reduce((sum, { decodedS }) => sum + decodedS, 0) })
    const found = measureVowelSpace({ a: read[0]!, i: read[1]!, u: read[2]! }, request.speaker)
    return { status: 'measured', found }
  } catch (error) {
    if (error instanceof ChangedAudio) return { status: 'failed', error: 'audio_changed' }
    if (error instanceof AudioError) return { status: 'failed', error: errorOf[error.code] }
    throw error
  }
}
