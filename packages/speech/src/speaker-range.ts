import { type PitchSettings, type PitchTrack, pitchSettings } from './pitch.ts'

/** What is known of the person who speaks. */
export type Speaker = { readonly sex: 'f' | 'm' | null; readonly ageYears: number | null }

export const speakerGroups = ['child', 'adolescent', 'man', 'woman', 'unknown'] as const
export type SpeakerGroup = (typeof speakerGroups)[number]

/** Where the pitch was searched, beside the numbers that depend on it. */
export type PitchSearch = {
  readonly group: SpeakerGroup
  /** The range that was searched in the end. */
  readonly floor_hz: number
  readonly ceiling_hz: number
  /** How far the search could go for the group if the voice reached an end of the usual range. */
  readonly lowest_hz: number
  readonly highest_hz: number
  /** Where the voice came so near to an end of the search that there may be more beyond it. */
  readonly edge: Edge
}
type Edge = 'floor' | 'ceiling' | 'both' | null
type Range = Pick<PitchSettings, 'floorHz' | 'ceilingHz'>

const adolescentFrom = 13
const adultFrom = 18

/**
 * How far the search goes when the voice reaches an end of the usual range, 75 to 600 Hz. The usual range is always
 * searched: a wrong sex or birthday, a falsetto or a voice after hormone treatment must not be cut off.
 *
 * @see Traunmüller & Eriksson 1995, "The frequency range of the voice fundamental in the speech of male and female
 *   adults"; Hunter 2009, Int J Pediatr Otorhinolaryngol 73, 561–571; Titze 1994, Principles of Voice Production
 */
const furthest: Readonly<Record<SpeakerGroup, Range>> = {
  child: { floorHz: 75, ceilingHz: 1000 },
  adolescent: { floorHz: 50, ceilingHz: 1000 },
  man: { floorHz: 50, ceilingHz: 600 },
  woman: { floorHz: 75, ceilingHz: 800 },
  unknown: { floorHz: 75, ceilingHz: 600 },
}

/** An adult without a sex, and anybody without an age, may be of any group. */
export function groupOf(speaker: Speaker | undefined): SpeakerGroup {
  if (speaker === undefined || speaker.ageYears === null || !(speaker.ageYears >= 0)) return 'unknown'
  if (speaker.ageYears < adolescentFrom) return 'child'
  if (speaker.ageYears < adultFrom) return 'adolescent'
  return speaker.sex === 'm' ? 'man' : speaker.sex === 'f' ? 'woman' : 'unknown'
}

/** The highest pitch that may be searched for a group. */
export const highestHz = (group: SpeakerGroup): number => furthest[group].ceilingHz

/** The usual range, wider for the group at each end that the voice reaches. */
export function widenedFor(group: SpeakerGroup, found: PitchTrack): PitchSettings {
  const edge = edgeOf(pitchSettings, found)
  const { floorHz, ceilingHz } = furthest[group]
  return {
    ...pitchSettings,
    ...((edge === 'floor' || edge === 'both') && { floorHz }),
    ...((edge === 'ceiling' || edge === 'both') && { ceilingHz }),
  }
}

/** About a semitone: nearer frames may be the end of a voice that goes on beyond. */
const nearEdge = 1.06
/** Single frames there are mostly errors of the search. */
const leastShareAtEdge = 0.02
const fewestAtEdge = 3

function edgeOf({ floorHz, ceilingHz }: Range, { hz }: Pick<PitchTrack, 'hz'>): Edge {
  const voiced = hz.filter((value) => value > 0)
  const reaches = (isNear: (value: number) => boolean) =>
    voiced.filter(isNear).length >= Math.max(fewestAtEdge, leastShareAtEdge * voiced.length)
  // A floor that was raised above an octave error is no end of the voice.
  const atFloor = floorHz <= pitchSettings.floorHz && reaches((value) => value < nearEdge * floorHz)
  const atCeiling = reaches((value) => value > ceilingHz / nearEdge)
  return atFloor && atCeiling ? 'both' : atFloor ? 'floor' : atCeiling ? 'ceiling' : null
}

/** @param searched the settings of the search that was used in the end */
export const describeSearch = (group: SpeakerGroup, searched: Range, found: PitchTrack): PitchSearch => ({
  group,
  floor_hz: searched.floorHz,
  ceiling_hz: searched.ceilingHz,
  lowest_hz: furthest[group].floorHz,
  highest_hz: furthest[group].ceilingHz,
  edge: edgeOf(searched, found),
})
