import { listAudioInputs, onDeviceChange } from './microphone.ts'

const maxMuteMilliseconds = 1000

/**
 * Calls `onLost` once when the microphone is lost: unplugged, its permission revoked, muted by the system for more than
 * a second, or its audio context interrupted by a phone call. `since` is when it became silent (`performance.now()`),
 * if known. Returns a function that stops it.
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
    mute = setTimeout(() => lose(since), maxMuteMilliseconds)
  }

  function stop() {
    watching.abort()
    clearTimeout(mute)
    stopListening()
  }

  track.addEventListener('ended', () => lose(performance.now()), { signal })
  track.addEventListener('mute', muted, { signal })
  track.addEventListener('unmute', () => clearTimeout(mute), { signal })
  // iOS interrupts a context for a call and never resumes it; a new one is needed.
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
