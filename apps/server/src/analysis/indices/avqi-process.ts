import { AudioError } from '@fonema/audio'
import { measureAvqi } from '@fonema/speech'
import type { Decoded } from '../limited-child.ts'
import { ChangedAudio, errorOf, readPart } from '../read-part.ts'
import type { AvqiOutcome, AvqiRequest } from './messages.ts'

// The program of a child process. It measures one pair of recordings and ends.

process.on('message', async (request: AvqiRequest) => {
  sendMessage(await measurePair(request), () => process.disconnect())
})

const sendMessage = (message: AvqiOutcome | Decoded, whenSent: () => void = () => {}) =>
  process.send?.(message, whenSent)

async function measurePair({ speech, vowel }: AvqiRequest): Promise<AvqiOutcome> {
  try {
    const spoken = await readPart(speech)
    const sustained = await readPart(vowel)
    sendMessage({ decodedSeconds: spoken.decodedS + sustained.decodedS })
    // The middle of the vowel: its begin and end are not steady.
    return { status: 'measured', avqi: measureAvqi(spoken, sustained, 'middle') }
  } catch (error) {
    if (error instanceof ChangedAudio) return { status: 'failed', error: 'audio_changed' }
    if (error instanceof AudioError) return { status: 'failed', error: errorOf[error.code] }
    throw error
  }
}
