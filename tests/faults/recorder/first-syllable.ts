import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import { unlimit } from '../browser/items.ts'
import { enter, openItems, startRecording, stopRecording } from '../browser/steps.ts'
import { type StoredRecording, samplesFrom, takesOf } from '../browser/takes.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'

const toneHz = 1000
const amplitude = 0.5
const lookedAtSeconds = 0.02
/** Relative to the amplitude. */
const tolerance = 0.001

/** A tone that starts with the click on record; every second time, the page is busy just then. */
export const firstSyllable: Scenario = {
  name: 'first-syllable',
  title: 'The first 20 ms of a tone that starts at the click are in the file',
  inBrowser: true,
  async run({ clinic, short }) {
    const server = await clinic.startServer()
    const session = await startSession(await signIn(clinic.baseUrl))
    await unlimit(clinic, session.items[0]!)
    const starts = short ? 2 : 20
    const profile = await mkdtemp(path.join(tmpdir(), 'fonema-tone-'))
    try {
      const { page, kill } = await openChromium(profile)
      await playToneAtClick(page)
      await enter(page, clinic)
      await openItems(page, clinic, session)
      for (let start = 0; start < starts; start++) {
        await page.evaluate((busy) => Object.assign(window, { busyMilliseconds: busy }), start % 2 === 1 ? 400 : 0)
        await startRecording(page, start === 0 ? 'Grabar' : 'Grabar de nuevo')
        await sleep(500)
        await stopRecording(page)
      }
      await kill()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    }
    await server.kill()
    const takes = await takesOf(clinic, session)
    const found = await Promise.all(takes.map(async (take) => lookAt(await samplesFrom(clinic, take), take)))
    // The tone comes from the page's own audio graph, which on a busy machine drops samples before they are recorded.
    const good = found.filter(({ isWhole, isReported }) => isWhole || isReported)
    const after = found.map(({ afterMarkMs }) => afterMarkMs)
    return {
      counts: {
        'tones that start at the click': starts,
        'with their first 20 ms in the file': found.filter(({ isWhole }) => isWhole).length,
        'with a gap that is stored': found.filter(({ isWhole, isReported }) => !isWhole && isReported).length,
        'ms from the mark to the tone': `${Math.min(...after).toFixed(0)} to ${Math.max(...after).toFixed(0)}`,
      },
      failures: [
        ...(found.length < starts ? [`${starts - found.length} recordings are missing`] : []),
        ...(good.length < starts / 2 ? [`only ${good.length} of ${starts} tones are in the file`] : []),
        ...found.flatMap(({ afterMarkMs }, index) =>
          afterMarkMs < 0 ? [`tone ${index + 1} begins ${-afterMarkMs} ms before the mark`] : [],
        ),
      ],
    }
  },
}

/** Replaces the microphone's sound by silence, with a tone at each click on a button that records. */
const playToneAtClick = (page: Page) =>
  page.addInitScript(
    ({ hz, gain }) => {
      const devices = navigator.mediaDevices
      const getUserMedia = devices.getUserMedia.bind(devices)
      devices.getUserMedia = async () => {
        await getUserMedia({ audio: true }) // allows the page to play sound
        const context = new AudioContext()
        const microphone = context.createMediaStreamDestination()
        const sound = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate })
        for (let i = 0; i < 0.4 * context.sampleRate; i++)
          sound.getChannelData(0)[i] = gain * Math.sin((2 * Math.PI * hz * i) / context.sampleRate)
        const onClick = ({ target }: Event) => {
          if (!(target instanceof Element && /^Grabar/.test(target.closest('button')?.textContent ?? ''))) return
          const tone = new AudioBufferSourceNode(context, { buffer: sound })
          tone.connect(microphone)
          tone.start()
          const { busyMilliseconds = 0 } = window as { busyMilliseconds?: number }
          for (const end = performance.now() + busyMilliseconds; performance.now() < end; );
        }
        addEventListener('click', onClick, { capture: true })
        return microphone.stream
      }
    },
    { hz: toneHz, gain: amplitude },
  )

/**
 * Whether the tone is complete from its first sample, or else a gap is stored there, and how far after the first mark
 * it begins.
 */
function lookAt(samples: Int16Array, { sample_rate_hz: rate, window_start, gaps }: StoredRecording) {
  const heard = samples.findIndex((sample) => Math.abs(sample) > 100)
  const errorFrom = (begin: number) => {
    let largest = 0
    for (let i = 0; i < lookedAtSeconds * rate; i++) {
      const expected = amplitude * 32_767 * Math.sin((2 * Math.PI * toneHz * i) / rate)
      largest = Math.max(largest, Math.abs((samples[begin + i] ?? 0) - expected))
    }
    return largest
  }
  const errors = [heard - 1, heard, heard + 1].map(errorFrom)
  return {
    isReported: gaps.some(({ at, length }) => at + length >= heard / rate && at <= heard / rate + lookedAtSeconds),
    isWhole: heard > 0 && Math.min(...errors) <= tolerance * amplitude * 32_767,
    afterMarkMs: (heard / rate - window_start) * 1000,
  }
}
