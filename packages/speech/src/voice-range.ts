import { findOctaveError } from './octave-errors.ts'
import type { PitchSettings, PitchTrack } from './pitch.ts'
import { pitchSettings, trackPitch } from './pitch.ts'
import { medianInPlace } from './statistics.ts'

/** The range in which the pitch of a recording was searched, and what was found. */
export type VoiceRange = {
  readonly settings: PitchSettings
  /** the lowest pitch that counts as a voice: 75 Hz, or 50 Hz for a voice that has none above */
  readonly floorHz: number
  readonly pitch: PitchTrack | null
}

/** For voices below 75 Hz, searched only where there is no higher one: a lower floor would find more octave errors. */
const lowPitchSettings: PitchSettings = { ...pitchSettings, floorHz: 50 }
/** The floor of another search, over the pitch that is too low. */
const raisedFloor = 1.3

/** Searches the pitch in the usual range, then below it, then above an octave error. */
export function searchVoice(samples: Float32Array, sampleRateHz: number): VoiceRange {
  const usual = periodic(trackPitch(samples, sampleRateHz, pitchSettings))
  const lower = usual === null || hasVoice(usual) ? null : periodic(trackPitch(samples, sampleRateHz, lowPitchSettings))
  const [first, found] = lower !== null && hasVoice(lower) ? [lowPitchSettings, lower] : [pitchSettings, usual]
  const { settings, pitch } = searchAbove(samples, sampleRateHz, first, trackPitch, found)
  return { settings, floorHz: first.floorHz, pitch }
}

/** Tracks the pitch, again with a higher floor as long as there is an octave error. */
export function searchAbove(
  samples: Float32Array,
  sampleRateHz: number,
  settings: PitchSettings,
  track: typeof trackPitch,
  found = periodic(track(samples, sampleRateHz, settings)),
): { settings: PitchSettings; pitch: PitchTrack | null } {
  const wrongHz = found && findOctaveError(samples, sampleRateHz, found)
  if (wrongHz === null || 2 * wrongHz > settings.ceilingHz) return { settings, pitch: found }
  return searchAbove(samples, sampleRateHz, { ...settings, floorHz: raisedFloor * wrongHz }, track)
}

/**
 * Median correlation of the voiced frames, below which a recording has no voice. The formants of a whisper correlate by
 * up to 0.68 from one period to the next; the least periodic of the 97 reference voices reaches 0.76.
 */
const leastPeriodicity = 0.72

const hasVoice = ({ hz }: PitchTrack) => hz.some((value) => value > 0)

/** The track without any voice if its voiced frames repeat so little that they are noise. */
function periodic(track: PitchTrack | null): PitchTrack | null {
  const strengths = track?.strength.filter((r) => r > 0)
  if (track === null || !strengths?.length || medianInPlace(strengths) >= leastPeriodicity) return track
  return { ...track, hz: new Float64Array(track.count), strength: new Float64Array(track.count) }
}
