import { findOctaveError } from './octave-errors.ts'
import type { PitchSettings, PitchTrack } from './pitch.ts'
import { pitchSettings, trackPitch } from './pitch.ts'
import { describeSearch, highestHz, type PitchSearch, type SpeakerGroup, widenedFor } from './speaker-range.ts'
import { medianInPlace } from './statistics.ts'

/** The range in which the pitch of a recording was searched, and what was found. */
type VoiceRange = {
  readonly settings: PitchSettings
  /** the lowest pitch that counts as a voice: 75 Hz, or the floor of the search for a voice below */
  readonly floorHz: number
  readonly pitch: PitchTrack | null
  /** null: too short */
  readonly search: PitchSearch | null
}

/** The floor for voices below the range. It is used only if no higher voice is found, because it gives more octave errors. */
const lowestFloorHz = 50
/** The floor of another search, over the pitch that is too low. */
const raisedFloor = 1.3

/**
 * Searches the pitch in the usual range; below it where it has no voice; further for the speaker's group where the voice
 * reaches an end of it; then above an octave error.
 */
export function searchVoice(samples: Float32Array, sampleRateHz: number, group: SpeakerGroup): VoiceRange {
  const track = (settings: PitchSettings) => periodic(trackPitch(samples, sampleRateHz, settings))
  const usual = track(pitchSettings)
  let [first, found] = [pitchSettings, usual]
  if (usual !== null) {
    const other = hasVoice(usual) ? widenedFor(group, usual) : { ...pitchSettings, floorHz: lowestFloorHz }
    const isOther = other.floorHz !== pitchSettings.floorHz || other.ceilingHz !== pitchSettings.ceilingHz
    const further = isOther ? track(other) : null
    if (further !== null && hasVoice(further)) [first, found] = [other, further]
  }
  const { settings, pitch } = searchAbove(samples, sampleRateHz, first, trackPitch, found, highestHz(group))
  const floorHz = isBelow(pitch, pitchSettings.floorHz) ? first.floorHz : pitchSettings.floorHz
  return { settings, floorHz, pitch, search: pitch && describeSearch(group, settings, pitch) }
}

/** A voice that only touches the lower edge keeps the usual windows, and with them its harmonics-to-noise ratio. */
function isBelow(pitch: PitchTrack | null, floorHz: number): boolean {
  const voiced = pitch?.hz.filter((hz) => hz > 0)
  return voiced !== undefined && voiced.length > 0 && medianInPlace(voiced) < floorHz
}

/** Tracks the pitch, again with a higher floor as long as there is an octave error. */
export function searchAbove(
  samples: Float32Array,
  sampleRateHz: number,
  settings: PitchSettings,
  track: typeof trackPitch,
  found = periodic(track(samples, sampleRateHz, settings)),
  mostHz = settings.ceilingHz,
): { settings: PitchSettings; pitch: PitchTrack | null } {
  const wrongHz = found && findOctaveError(samples, sampleRateHz, found)
  const ceilingHz = wrongHz !== null && 2 * wrongHz > settings.ceilingHz ? mostHz : settings.ceilingHz
  if (wrongHz === null || 2 * wrongHz > ceilingHz) return { settings, pitch: found }
  const above = { ...settings, floorHz: raisedFloor * wrongHz, ceilingHz }
  return searchAbove(samples, sampleRateHz, above, track, undefined, mostHz)
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
