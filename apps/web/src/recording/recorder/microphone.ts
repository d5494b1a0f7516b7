import type { BlockReason, MicrophoneSettings } from './types.ts'

const lowestGoodSampleRateHz = 32_000

/** An expected failure of opening a microphone. Any other error is a bug and is thrown unchanged. */
export class MicrophoneError extends Error {
  readonly reason: BlockReason
  constructor(reason: BlockReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

export type AudioInput = { deviceId: string; label: string }

export type Microphone = { stream: MediaStream; track: MediaStreamTrack; settings: MicrophoneSettings }

function mediaDevices(): MediaDevices {
  // Also absent on an address without HTTPS.
  if (!globalThis.navigator?.mediaDevices?.getUserMedia) throw new MicrophoneError('no_media_api')
  return navigator.mediaDevices
}

/** Throws where no recording can be made and kept safe. A page without HTTPS has neither microphones nor encryption. */
export function requireMediaApi(): void {
  mediaDevices()
  if (typeof AudioWorkletNode === 'undefined' || crypto.subtle === undefined) throw new MicrophoneError('no_media_api')
}

/** Processing that makes speech pleasant makes it unfit for measurement. */
export function unprocessed(deviceId?: string, channels = 1): MediaTrackConstraints {
  return {
    ...(deviceId && { deviceId: { exact: deviceId } }),
    channelCount: { ideal: channels },
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  }
}

export async function openMicrophone(deviceId?: string, channels = 1): Promise<Microphone> {
  const stream = await mediaDevices()
    .getUserMedia({ audio: unprocessed(deviceId, channels) })
    .catch((error: unknown) => {
      throw new MicrophoneError(reasonOf(error), { cause: error })
    })
  const track = stream.getAudioTracks()[0]
  if (!track) throw new MicrophoneError('no_device')
  return { stream, track, settings: settingsOf(track.label, track.getSettings()) }
}

export function reasonOf(error: unknown): BlockReason {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError': // the chosen device is gone
      return 'no_device'
    case 'NotReadableError':
    case 'AbortError':
      return 'in_use'
    default:
      return 'capture_failed'
  }
}

/** Constraints are only wishes: the actual settings are read back and stored with each take. */
export function settingsOf(label: string, settings: MediaTrackSettings): MicrophoneSettings {
  // Some browsers report these two unasked; the DOM library does not declare them.
  const { latency, voiceIsolation } = settings as { latency?: number; voiceIsolation?: boolean }
  const processing = [settings.echoCancellation, settings.noiseSuppression, settings.autoGainControl, voiceIsolation]
  return {
    device_label: label.slice(0, 512),
    // WebKit reports 0 when it does not know the rate.
    sample_rate: settings.sampleRate || null,
    channel_count: settings.channelCount ?? null,
    echo_cancellation: settings.echoCancellation ?? null,
    noise_suppression: settings.noiseSuppression ?? null,
    auto_gain_control: settings.autoGainControl ?? null,
    latency_s: latency ?? null,
    processed_by_browser: processing.some(Boolean),
  }
}

/** How many channels the device has, as far as the browser says. */
export function channelsOf(track: MediaStreamTrack): number {
  // Not every browser has it for audio.
  const { getCapabilities } = track as { getCapabilities?: () => MediaTrackCapabilities }
  const most = getCapabilities?.call(track).channelCount?.max
  return Math.max(1, most ?? 1, track.getSettings().channelCount ?? 1)
}

/** null: for some kind of processing, the browser does not report whether it is off. */
export function isProcessed(settings: MicrophoneSettings): boolean | null {
  if (settings.processed_by_browser) return true
  const { echo_cancellation, noise_suppression, auto_gain_control } = settings
  return [echo_cancellation, noise_suppression, auto_gain_control].includes(null) ? null : false
}

/** The lower rate of device and context: a hands-free link is 16 kHz, however it is resampled. */
export function isLowSampleRate(contextRateHz: number, settings: MicrophoneSettings): boolean {
  return Math.min(contextRateHz, settings.sample_rate || contextRateHz) < lowestGoodSampleRateHz
}

/** Labels are empty until a microphone was allowed once. */
export async function listAudioInputs(): Promise<AudioInput[]> {
  const devices = await mediaDevices().enumerateDevices()
  return devices.filter((device) => device.kind === 'audioinput').map(({ deviceId, label }) => ({ deviceId, label }))
}

/** Calls the listener when a device is added or removed. Returns a function that stops it. */
export function onDeviceChange(listener: () => void): () => void {
  const devices = globalThis.navigator?.mediaDevices
  devices?.addEventListener('devicechange', listener)
  return () => devices?.removeEventListener('devicechange', listener)
}
