import { call } from '../api/call.ts'
import type { Recording } from './useAudioLink.ts'

/**
 * The bytes of the stored file, from the clinic's own origin: a link may lead to an object store of another origin,
 * from which a page may play but not read.
 */
export function readRecording({ take, ...params }: Recording, signal?: AbortSignal): Promise<Blob> {
  return call('GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_src/', {
    params,
    query: { take },
    signal,
  })
}
