// The voices of the demonstration clinic's synthetic participants, and how they change from session to session.

import { seededRandom } from './random.ts'

/** Properties of a speaker that can change with time. All are numbers, so that two states can be interpolated. */
export type Form = {
  f0Hz: number
  /** The jitter of the vowel, as in `Voice`. */
  jitter: number
  shimmer: number
  tremorHz: number
  tremorDepth: number
  breathiness: number
  openQuotient: number
  vowelSeconds: number
  /** For /pa-ta-ka/: syllables per second, and the relative standard deviation of their intervals. */
  syllableRate: number
  unevenness: number
  wordsPerMinute: number
  /** How lively the melody of sentences is; 100: espeak-ng's own. */
  melodyPercent: number
  /** Between phrases, approximately. */
  pauseSeconds: number
  /** How many animals are recalled. */
  animals: number
  speechDbfs: number
  snrDb: number
}

type Course = {
  /** One of espeak-ng's variants. */
  variant: string
  /** Vocal tract length as a factor on all formants: about 1 for men, 1.15 for women. */
  formantScale: number
  from: Partial<Form>
  to?: Partial<Form>
  /** Where each session lies between `from` (0) and `to` (1). */
  course?: readonly number[]
}

const healthy: Form = {
  f0Hz: 120,
  jitter: 0.004,
  shimmer: 0.025,
  tremorHz: 5,
  tremorDepth: 0.004,
  breathiness: 0.006,
  openQuotient: 0.6,
  vowelSeconds: 4.4,
  syllableRate: 6.3,
  unevenness: 0.05,
  wordsPerMinute: 160,
  melodyPercent: 100,
  pauseSeconds: 0.35,
  animals: 19,
  speechDbfs: -29,
  snrDb: 38,
}

const courses: Record<string, Course> = {
  // Parkinson's disease without voice therapy: softer, flatter, hoarser and slower.
  carmen: {
    variant: 'f3',
    formantScale: 1.14,
    from: { f0Hz: 196, jitter: 0.006, shimmer: 0.035, vowelSeconds: 4.6, syllableRate: 6, wordsPerMinute: 150 },
    to: {
      f0Hz: 184,
      jitter: 0.024,
      shimmer: 0.09,
      tremorHz: 5.4,
      tremorDepth: 0.03,
      breathiness: 0.05,
      vowelSeconds: 3.6,
      syllableRate: 4.3,
      unevenness: 0.16,
      wordsPerMinute: 130,
      melodyPercent: 25,
      pauseSeconds: 0.8,
      speechDbfs: -39,
      snrDb: 28,
    },
    course: [0, 0.15, 0.35, 0.55, 0.8, 1],
  },
  // Parkinson's disease: worsens until an intensive voice therapy, then recovers much of it.
  ignacio: {
    variant: 'm3',
    formantScale: 0.98,
    from: { f0Hz: 112, speechDbfs: -31, melodyPercent: 80, syllableRate: 5.6 },
    to: {
      f0Hz: 124,
      jitter: 0.021,
      shimmer: 0.075,
      breathiness: 0.035,
      vowelSeconds: 3.7,
      syllableRate: 4.6,
      unevenness: 0.15,
      wordsPerMinute: 175,
      melodyPercent: 20,
      pauseSeconds: 0.6,
      speechDbfs: -40,
      snrDb: 29,
    },
    course: [0.35, 0.7, 1, 0.2, 0.3],
  },
  // Amyotrophic lateral sclerosis with bulbar onset: everything slows down within a year.
  renata: {
    variant: 'f1',
    formantScale: 1.12,
    from: { f0Hz: 182, syllableRate: 5.3, unevenness: 0.08, wordsPerMinute: 140 },
    to: {
      f0Hz: 158,
      jitter: 0.015,
      shimmer: 0.1,
      tremorHz: 7,
      tremorDepth: 0.02,
      breathiness: 0.03,
      vowelSeconds: 3.2,
      syllableRate: 2.6,
      unevenness: 0.2,
      wordsPerMinute: 110,
      melodyPercent: 40,
      pauseSeconds: 1.1,
      speechDbfs: -35,
      snrDb: 31,
    },
    course: [0, 0.3, 0.65, 1],
  },
  // A stroke with dysarthria: back to nearly normal within ten months.
  walter: {
    variant: 'm1',
    formantScale: 1,
    from: {
      f0Hz: 98,
      jitter: 0.011,
      shimmer: 0.065,
      syllableRate: 3.1,
      unevenness: 0.24,
      wordsPerMinute: 112,
      melodyPercent: 45,
      pauseSeconds: 1,
      vowelSeconds: 3.5,
      speechDbfs: -33,
      snrDb: 33,
    },
    to: { f0Hz: 104, syllableRate: 5.6, unevenness: 0.08, wordsPerMinute: 145, pauseSeconds: 0.45 },
    course: [0, 0.4, 0.75, 1],
  },
  // A teacher with vocal nodules in voice therapy: a clearer voice from visit to visit.
  abigail: {
    variant: 'f2',
    formantScale: 1.15,
    from: {
      f0Hz: 186,
      jitter: 0.028,
      shimmer: 0.11,
      breathiness: 0.07,
      openQuotient: 0.68,
      vowelSeconds: 3.5,
      speechDbfs: -32,
    },
    to: { f0Hz: 206, jitter: 0.005, shimmer: 0.03, vowelSeconds: 5.2 },
    course: [0, 0.4, 0.75, 1],
  },
  // A polyp, removed between the second and the third visit.
  paloma: {
    variant: 'f4',
    formantScale: 1.17,
    from: { f0Hz: 188, jitter: 0.031, shimmer: 0.12, breathiness: 0.06, vowelSeconds: 3.4 },
    to: { f0Hz: 208, vowelSeconds: 4.8 },
    course: [0, 0.05, 0.95],
  },
  // Essential tremor, slowly increasing.
  gaspard: {
    variant: 'm2',
    formantScale: 1.01,
    from: { f0Hz: 118, tremorHz: 5.2, tremorDepth: 0.035, shimmer: 0.04 },
    to: { f0Hz: 118, tremorHz: 4.8, tremorDepth: 0.06, shimmer: 0.05, syllableRate: 5.6 },
    course: [0, 0.5, 1],
  },
  // Mild cognitive impairment: the voice stays the same, words and pauses change.
  lidia: {
    variant: 'f2',
    formantScale: 1.13,
    from: { f0Hz: 184, jitter: 0.007, animals: 14, wordsPerMinute: 140, pauseSeconds: 0.6, syllableRate: 5.7 },
    to: { f0Hz: 182, jitter: 0.008, animals: 8, wordsPerMinute: 122, pauseSeconds: 1.3, syllableRate: 5.4 },
    course: [0, 0.35, 0.7, 1],
  },
  tomas: { variant: 'm5', formantScale: 0.99, from: { f0Hz: 108, animals: 18, wordsPerMinute: 152 } },
  nora: { variant: 'f4', formantScale: 1.16, from: { f0Hz: 204, wordsPerMinute: 168, speechDbfs: -27 } },
  // Multiple sclerosis: a flare between two visits.
  emerson: {
    variant: 'm6',
    formantScale: 0.98,
    from: { f0Hz: 116, syllableRate: 5.7, unevenness: 0.08 },
    to: { f0Hz: 112, syllableRate: 4, unevenness: 0.26, shimmer: 0.07, wordsPerMinute: 125, pauseSeconds: 0.8 },
    course: [0.1, 1],
  },
  julie: { variant: 'f3', formantScale: 1.18, from: { f0Hz: 222, wordsPerMinute: 170, animals: 22 } },
  // The voice of an old man.
  marcos: {
    variant: 'm4',
    formantScale: 0.97,
    from: {
      f0Hz: 116,
      jitter: 0.018,
      shimmer: 0.07,
      breathiness: 0.04,
      vowelSeconds: 3.5,
      syllableRate: 4.9,
      unevenness: 0.1,
      wordsPerMinute: 130,
      speechDbfs: -34,
      snrDb: 32,
    },
  },
  iris: { variant: 'f1', formantScale: 1.14, from: { f0Hz: 190, jitter: 0.009, breathiness: 0.03 } },
  julian: { variant: 'm3', formantScale: 1, from: { f0Hz: 122, syllableRate: 5.8 } },
  lucia: {
    variant: 'f4',
    formantScale: 1.17,
    from: { f0Hz: 202, jitter: 0.018, shimmer: 0.09, openQuotient: 0.5, vowelSeconds: 3.5 },
    to: { f0Hz: 206, jitter: 0.009, shimmer: 0.05 },
    course: [0, 1],
  },
}

/** Faults of a recording, by its path or its session's folder. */
export type Fault =
  | { kind: 'noisy'; snrDb: number }
  | { kind: 'clipped'; gainDb: number }
  | { kind: 'quiet'; speechDbfs: number }
  | { kind: 'cut' }

const faults: Record<string, Fault> = {
  'walter-2': { kind: 'noisy', snrDb: 9 },
  'emerson-2/vowel-1.flac': { kind: 'noisy', snrDb: 1 },
  'emerson-2/counting.flac': { kind: 'noisy', snrDb: 8 },
  'nora-2/picture.flac': { kind: 'clipped', gainDb: 30 },
  'nora-2/sustained-a.flac': { kind: 'clipped', gainDb: 28 },
  'carmen-5/counting.flac': { kind: 'quiet', speechDbfs: -53 },
  'marcos-1/vowel-2.flac': { kind: 'quiet', speechDbfs: -62 },
  'paloma-1/sentence.flac': { kind: 'cut' },
  'abigail-2/pataka.flac': { kind: 'cut' },
}

export const faultOf = (audio: string): Fault | undefined => faults[audio] ?? faults[audio.split('/')[0]!]

export type Speaker = Form & { variant: string; formantScale: number }

/** The voice of a participant in a session, by the session's folder: name, hyphen, number of the session. */
export function speakerOf(folder: string): Speaker {
  const [name, session] = folder.split('-') as [string, string]
  const planned = courses[name]
  if (planned === undefined) throw new Error(`no speaker for ${folder}`)
  const { variant, formantScale, from, to = from, course = [] } = planned
  const place = course[Number(session) - 1] ?? 0
  const random = seededRandom(folder)
  const form = Object.fromEntries(
    Object.entries(healthy).map(([field, usual]) => {
      const [a, b] = [from, to].map((state) => state[field as keyof Form] ?? usual) as [number, number]
      // A voice differs a little from day to day.
      return [field, (a + (b - a) * place) * (1 + 0.03 * Math.max(-2, Math.min(2, random.normal())))]
    }),
  ) as Form
  return { ...form, variant, formantScale }
}
