import { listAudioInputs, onDeviceChange } from './microphone.ts'

const longestMuteMilliseconds = 1000

/**
 * Calls `onLost` once when the microphone is gone: unplugged, its permission taken back, muted by the system for
 * more than a second, or its audio context taken over by a phone call. `since` is when it fell silent
 * (`performance.now()`), if that is known. Returns the way to stop watching.
 */
export function watchMicrophone(
  track: MediaStreamTrack,
  context: AudioContext,
  onLost: (since: number | null) => void,
): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let mute: ReturnType<typeof setTimeout> | undefined

  function lose(since: number | null) {
    if (signal.aborted) return
    stop()
    onLost(since)
  }

  function muted() {
    const since = performance.now()
    clearTimeout(mute)
    mute = setTimeout(() => lose(since), longestMuteMilliseconds)
  }

  function stop() {
    watching.abort()
    clearTimeout(mute)
    stopListening()
  }

  track.addEventListener('ended', () => lose(performance.now()), { signal })
  track.addEventListener('mute', muted, { signal })
  track.addEventListener('unmute', () => clearTimeout(mute), { signal })
  // iOS interrupts a context for a call and never brings it back; it must be built anew.
  context.addEventListener('statechange', () => context.state === 'interrupted' && lose(null), { signal })
  const stopListening = onDeviceChange(async () => {
    const { deviceId } = track.getSettings()
    const inputs = await listAudioInputs().catch(() => null)
    if (inputs && deviceId && !inputs.some((input) => input.deviceId === deviceId)) lose(null)
  })
  if (track.muted) muted()
  if (track.readyState === 'ended') queueMicrotask(() => lose(null))

  return stop
}
