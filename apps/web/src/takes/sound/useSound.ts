import type { SyllableKind } from '@fonema/speech'
import { useEffect, useMemo } from 'react'
import { readRecording } from '../recording-file.ts'
import type { Recording } from '../useAudioLink.ts'
import type { Span } from '../window-peaks.ts'
import { createSound, type Sound } from './sound.ts'

/** The picture of a part of a stored take. Its memory is freed when the take is no longer shown. */
export function useSound(recording: Recording, { start, end }: Span, syllables: SyllableKind): Sound {
  const { participant_id, protocol_res_id, protocol_item_id, take } = recording
  const sound = useMemo(() => {
    const stored = { participant_id, protocol_res_id, protocol_item_id, take }
    const read = async (signal: AbortSignal) => (await readRecording(stored, signal)).arrayBuffer()
    return createSound(read, { start, end }, syllables)
  }, [participant_id, protocol_res_id, protocol_item_id, take, start, end, syllables])
  useEffect(() => sound.start(), [sound])
  return sound
}
