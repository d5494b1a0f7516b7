/** The specification's limits of the level meter (section 9). */
const greenAbove = 0.4
const yellowAbove = 0.15
const activeAbove = 0.02

const peakSeconds = 0.1
const fallDbPerSecond = 20

/** How often the level is posted, and the length of the waveform. */
export const levelsPerSecond = 20
export const waveformLength = 100

type LevelColour = 'green' | 'yellow' | 'red'

export function levelColour(level: number): LevelColour {
  if (level > greenAbove) return 'green'
  return level > yellowAbove ? 'yellow' : 'red'
}

export function isActive(level: number): boolean {
  return level > activeAbove
}

/**
 * Peak of the last 100 ms, falling by 20 dB a second. The RMS of speech without gain control is near 0.07 and would
 * always be red.
 */
export function createLevelMeter(sampleRateHz: number) {
  const recent: { peak: number; frames: number }[] = []
  let level = 0

  return {
    push(samples: Float32Array): number {
      let peak = 0
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
      recent.push({ peak: Math.min(1, peak), frames: samples.length })
      let kept = recent.reduce((sum, batch) => sum + batch.frames, 0)
      while (kept - recent[0]!.frames >= peakSeconds * sampleRateHz) kept -= recent.shift()!.frames
      const fallen = level * 10 ** ((-fallDbPerSecond / 20) * (samples.length / sampleRateHz))
      level = Math.max(fallen, ...recent.map((batch) => batch.peak))
      return level
    },
  }
}

/** True once no level was active for `seconds` since the last reset, until one is. */
export function createSilenceWatch(seconds: number) {
  let levels = 0
  let heard = false
  return {
    push(level: number): boolean {
      levels++
      heard ||= isActive(level)
      return !heard && levels >= seconds * levelsPerSecond
    },
    reset() {
      levels = 0
      heard = false
    },
  }
}
