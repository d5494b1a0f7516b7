import type { PitchRange } from './evolution.ts'
import { isOtherRange } from './pitch-range.ts'

/** What makes two values of a measure incomparable, in the order in which it is said. */
export const obstacles = [
  'poor_recording',
  'doubtful_recording',
  'few_words',
  'other_language',
  'other_wording',
  'other_engine',
  'other_range',
  'other_device',
] as const
export type Obstacle = (typeof obstacles)[number]

/** How a value of a task was obtained. */
export type Origin = {
  isPoor: boolean
  /** The recording has a fault that this measure suffers from. */
  isDoubtful: boolean
  /** So few words were said that this measure says nothing about the person. */
  hasFewWords: boolean
  language: string
  /** The version of what was asked. */
  wording: number | string
  /** The version of the function and, for counted words, who wrote them. */
  engine: string
  /** Where the pitch was searched; null for a value that does not depend on it. */
  range: PitchRange | null
  /** The microphone's name; null: not known. */
  device: string | null
}

/** The first reason why two values cannot be compared; null when they can. */
export function obstacleBetween(one: Origin, other: Origin): Obstacle | null {
  if (one.isPoor || other.isPoor) return 'poor_recording'
  if (one.isDoubtful || other.isDoubtful) return 'doubtful_recording'
  if (one.hasFewWords || other.hasFewWords) return 'few_words'
  if (one.language !== other.language) return 'other_language'
  if (one.wording !== other.wording) return 'other_wording'
  if (one.engine !== other.engine) return 'other_engine'
  if (isOtherRange(one.range, other.range)) return 'other_range'
  return one.device === other.device ? null : 'other_device'
}

/** Whether a value can be compared with any other: of a trusted recording, and of enough words. */
export const isComparable = (value: Origin): boolean => obstacleBetween(value, value) === null

/** A value is compared with the sessions before it up to this many: reading them stays cheap. */
export const mostLookedBack = 10

/**
 * The last earlier value that a value can be compared with; without one, why the latest cannot be. Earlier values that
 * are doubtful or of few words are passed over.
 *
 * @param earlier latest first
 * @returns null without an earlier value
 */
export function lastComparable<V extends Origin>(
  now: Origin,
  earlier: readonly V[],
): { value: V } | { obstacle: Obstacle } | null {
  let first: Obstacle | null = null
  for (const value of earlier) {
    if (value.isDoubtful || value.hasFewWords) continue
    const obstacle = obstacleBetween(now, value)
    if (obstacle === null) return { value }
    first ??= obstacle
  }
  return first === null ? null : { obstacle: first }
}
