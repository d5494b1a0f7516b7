import type { ProtocolResponse, SessionIndex } from '@fonema/contract'
import { population } from './answers.ts'

export const at = '2026-11-20T10:00:00.000Z'
export const idOf = (number: number) => `019ab000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** A session with one recording of a vowel; only the members that the mapping reads. */
export function sessionWith(result: object = {}, session: object = {}, indices: readonly Partial<SessionIndex>[] = []) {
  const feature_extraction_res = [
    {
      feature_extraction_func: { id: idOf(3), name: 'Prosody', entry: 'prosody' },
      status: 'ready',
      scores: { f0_median_hz: 187.123456789, f0_sd_st: 2.5 },
      missing: { energy_sd_db: 'too_noisy' },
      data: {},
      percentiles: { [population]: { f0_median_hz: 41.26 } },
      intervals: { [population]: { f0_median_hz: { low: 33.04, high: 49.91, n: 118 } } },
      compared: { [population]: { version: 3, n: 130, is_matched: true } },
      ...result,
    },
  ]
  return {
    id: idOf(10),
    participant: idOf(2),
    timestamp: at,
    is_completed: true,
    active: true,
    examiner: { first_name: 'Eva', last_name: 'Ruiz' },
    recorded_by: { first_name: 'Eva', last_name: 'Ruiz' },
    protocol: { name: 'Sesión breve', is_practice: false },
    responses: [
      {
        id: idOf(11),
        protocol_item: { id: idOf(12), title: 'Vocal /a/', category: { id: idOf(13), name: 'sustained_vowel' } },
        is_skipped: false,
        recorded_at: at,
        take: 1,
        quality: { verdict: 'poor', reasons: ['noisy', 'clipped'] },
        feature_extraction_res,
      },
    ],
    indices,
    ...session,
  } as unknown as ProtocolResponse
}
