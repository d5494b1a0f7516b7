import type { SessionId } from '@fonema/contract'
import type { Line, Point, ScoreError } from './lines.ts'

/** A value in the month of its position. */
export const pointAt = (month: number, raw: number, changes: Partial<Point> = {}): Point => ({
  date: `2026-${String(month + 1).padStart(2, '0')}-01T12:00:00Z`,
  session: `s${month}` as SessionId,
  raw,
  places: {},
  intervals: {},
  device: 'USB',
  engine: '1',
  range: null,
  isPoor: false,
  isDoubtful: false,
  hasFewWords: false,
  language: 'es',
  wording: 1,
  ...changes,
})

export const lineOf = (score: string, points: Point[], changes: Partial<Line> = {}): Line => ({
  id: score,
  task: 'voice/vowel',
  itemId: null,
  functionId: null,
  item: '1. Vocal',
  protocol: 'Voz',
  domain: 'voice',
  score,
  unit: '%',
  decimals: 2,
  direction: 'neutral',
  offset: 0,
  points,
  error: null,
  ...changes,
})

export const errorOf = (mdc95: number | null, method: ScoreError['method'] = 'between_sessions'): ScoreError => ({
  within_session: null,
  between_sessions: null,
  method: mdc95 === null ? null : method,
  sem: mdc95 === null ? null : mdc95 / (1.96 * Math.SQRT2),
  mdc95,
})
