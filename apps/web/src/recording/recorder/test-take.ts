import type { TakeFacts } from './types.ts'

// A take whose every sample is known. Only for tests.

export const rate = 8000

/** No two stretches are alike, and no sample is zero. */
export const sound = (first: number, length: number) =>
  Float32Array.from({ length }, (_, i) => {
    const frame = first + i
    return 0.3 * Math.sin(0.1 * frame + 1e-6 * frame * frame) || 0.1
  })

export const facts: TakeFacts = {
  id: 'take',
  number: 1,
  holder: 'page',
  examinerId: 'me',
  sequence: 1,
  participantId: 'p',
  responseId: 'r',
  itemId: 'i',
  recordedAt: '2026-01-02T03:04:05.000Z',
  sampleRateHz: rate,
  settings: {
    device_label: '',
    sample_rate: rate,
    channel_count: 1,
    echo_cancellation: false,
    noise_suppression: false,
    auto_gain_control: false,
    latency_s: null,
    processed_by_browser: false,
    user_agent: '',
    context_sample_rate: rate,
    low_sample_rate: false,
  },
}
