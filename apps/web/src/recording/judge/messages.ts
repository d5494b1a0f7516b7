import type { Verdict, VerdictReason } from '@fonema/speech'
import type { SealingKey } from '../../api/sealing.ts'
import type { Gap, TakeSettings, TakeWindow } from '../recorder/types.ts'
import type { CheckRecording, CheckResult } from './check.ts'
import type { LevelRange, Mark } from './marks.ts'
import type { Span } from './parts.ts'

/** Where a take's samples are, and the facts needed to judge them. */
export type JudgedTake = {
  id: string
  sampleRateHz: number
  window: TakeWindow
  gaps: readonly Gap[]
  settings: TakeSettings
  /** Seconds of the file: from here on, samples are not those that were first written. */
  mendedFrom: number | undefined
  /** The category of the item. */
  category: string | undefined
}

export type ToJudge =
  | { type: 'open'; key: SealingKey }
  | { type: 'prepare'; id: string; span: Span; sampleRateHz: number }
  | { type: 'judge'; take: JudgedTake }
  | { type: 'check'; heard: CheckRecording }

export type Judgement = {
  verdict: Verdict
  reasons: VerdictReason[]
  marks: Mark[]
  levels: LevelRange | null
  /** How long another voice is heard, where one is a reason of the verdict. */
  otherVoiceS?: number
}

/** A take to listen to: the marked window. */
export type TakeSound = {
  wav: Uint8Array<ArrayBuffer>
  /** The loudest sample of each of many equal parts, 0..1. */
  peaks: Float32Array
  durationSeconds: number
}

export type FromJudge =
  /** `null`: the take could not be judged. */
  | { type: 'judged'; id: string; judgement: Judgement | null }
  /** `null`: its samples could not be read. */
  | { type: 'sound'; id: string; sound: TakeSound | null }
  | { type: 'checked'; result: CheckResult }
