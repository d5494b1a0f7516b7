import type { FeatureError } from '@fonema/contract'
import type { Avqi, CornerVowel, NoVowelSpace, Speaker, VowelSpace } from '@fonema/speech'

// The messages between the worker and the process that measures an index.

/** A recording, and the part of it that is measured, in seconds. */
export type Part = { file: string; sha256: string; window: { start: number; end: number } }

export type AvqiRequest = { speech: Part; vowel: Part }
export type VowelSpaceRequest = { vowels: Record<CornerVowel, Part>; speaker: Speaker }

type Failed = { status: 'failed'; error: FeatureError }
/** `avqi` is null when there is too little voice. */
export type AvqiOutcome = { status: 'measured'; avqi: Avqi | null } | Failed
export type VowelSpaceOutcome = { status: 'measured'; found: VowelSpace | NoVowelSpace } | Failed
