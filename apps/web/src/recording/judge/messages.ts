import type { Verdict, VerdictReason } from '@fonema/speech'
import type { SealingKey } from '../outbox/sealing.ts'
import type { Gap, TakeSettings, TakeWindow } from '../recorder/types.ts'
import type { CheckRecording, CheckResult } from './check.ts'
import type { Span } from './stretches.ts'

/** Where a take's samples are, and the facts needed to judge them. */
export type JudgedTake = {
  id: string
  sampleRateHz: number
  window: TakeWindow
  gaps: readonly Gap[]
  settings: TakeSettings
  /** That of the item. */
  category: string | undefined
}

export type ToJudge =
  | { type: 'open'; key: SealingKey }
  | { type: 'prepare'; id: string; span: Span; sampleRateHz: number }
  | { type: 'judge'; take: JudgedTake }
  | { type: 'check'; heard: CheckRecording }

export type Judgement = { verdict: Verdict; reasons: VerdictReason[] }

/** `null`: the take could not be judged. */
export type FromJudge =
  | { type: 'judged'; id: string; judgement: Judgement | null }
  | { type: 'checked'; result: CheckResult }
