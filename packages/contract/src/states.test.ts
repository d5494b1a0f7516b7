import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Model } from './models.ts'
import { ItemResponse } from './responses.ts'
import { Takeout } from './takeouts.ts'
import { TranscriptVersion } from './transcripts.ts'

const id = '01a1998e-4405-7765-9f28-afbace48a381'
const time = '2026-11-20T08:38:00.000Z'
const isAccepted = (schema: z.ZodType, ...parts: object[]) => schema.safeParse(Object.assign({}, ...parts)).success

test('only a complete takeout has a size, and only a failed one an error', () => {
  const days = { start_date: null, end_date: null }
  const takeout = {
    uuid: id,
    created_at: time,
    ...days,
    form: 'tables',
    include_audio: true,
    audio_format: 'wav',
    deidentified: false,
    progress: 0.5,
  }
  const accepts = (state: object) => isAccepted(Takeout, takeout, { participant: null, error: null, size: null }, state)
  expect(accepts({ status: 'pending' })).toBe(true)
  expect(accepts({ status: 'complete', size: 2048 })).toBe(true)
  expect(accepts({ status: 'failed', error: 'erased' })).toBe(true)
  for (const contradiction of [
    { status: 'pending', size: 2048 },
    { status: 'pending', error: 'erased' },
    { status: 'complete' },
    { status: 'complete', size: 2048, error: 'erased' },
    { status: 'failed' },
    { status: 'failed', error: 'erased', size: 2048 },
  ])
    expect([contradiction, accepts(contradiction)]).toEqual([contradiction, false])
})

test('only a failed model has an error, and a ready model states whether it is verified', () => {
  const gives = { word_times: false, word_confidence: false, detects_language: false }
  const named = { name: 'a', title: 'A', licence: 'MIT', source: 's' }
  const model = { ...named, ...gives, bytes: 9, done_bytes: 0, has_checksums: true }
  const accepts = (state: object) =>
    isAccepted(Model, model, { is_chosen: false, error: null, is_checked: null }, state)
  expect(accepts({ state: 'absent' })).toBe(true)
  expect(accepts({ state: 'waiting', is_checked: true })).toBe(true)
  expect(accepts({ state: 'ready', is_checked: false })).toBe(true)
  expect(accepts({ state: 'failed', error: 'no_space' })).toBe(true)
  for (const contradiction of [
    { state: 'downloading', error: 'no_space' },
    { state: 'ready' },
    { state: 'ready', is_checked: true, error: 'no_space' },
    { state: 'failed' },
  ])
    expect([contradiction, accepts(contradiction)]).toEqual([contradiction, false])
})

test('a recogniser is no author, and a person no model', () => {
  const author = { id, first_name: 'Eva', last_name: 'Ruiz' }
  const accepts = (origin: object) =>
    isAccepted(TranscriptVersion, { version: 1, text: '', words: [], created_at: time }, origin)
  expect(accepts({ engine: 'typed', author, based_on: 1, model: null })).toBe(true)
  expect(accepts({ engine: 'typed', author: null, based_on: null, model: null })).toBe(true)
  expect(accepts({ engine: 'http', author: null, based_on: null, model: null })).toBe(true)
  for (const contradiction of [
    { engine: 'typed', author, based_on: null, model: 'small' },
    { engine: 'sherpa', author, based_on: null, model: 'small' },
    { engine: 'sherpa', author: null, based_on: 1, model: 'small' },
  ])
    expect([contradiction, accepts(contradiction)]).toEqual([contradiction, false])
})

test('a skipped item has no recording, and any other has a whole one', () => {
  const category = { id, name: 'reading' }
  const lengths = { min_duration: 1, max_duration: null, skippable: true }
  const stimuli = { trigger: '', image: null, audio: null, video: null }
  const item = { id, protocol_item: { id, title: '', order: 1, category, ...lengths, ...stimuli }, takes: [] }
  const capture = { settings: {}, gaps: [], window: { start: 0, end: 2 } }
  const recording = { duration: 2, recorded_at: time, take: 1, capture }
  const none = { duration: null, recorded_at: null, take: null, capture: null }
  const unread = { skipped_purpose: null, quality: null, feature_extraction_res: [] }
  const accepts = (state: object) => isAccepted(ItemResponse, item, unread, state)
  expect(accepts({ is_skipped: true, ...none, skipped_purpose: 'tired' })).toBe(true)
  expect(accepts({ is_skipped: false, ...recording })).toBe(true)
  // In a mode that may not read results, the purpose and the quality are blank in both.
  expect(accepts({ is_skipped: true, ...none })).toBe(true)
  for (const name of Object.keys(recording) as (keyof typeof recording)[]) {
    const contradictions = [
      { is_skipped: true, ...none, [name]: recording[name] },
      { is_skipped: false, ...recording, [name]: null },
    ]
    for (const contradiction of contradictions)
      expect([contradiction, accepts(contradiction)]).toEqual([contradiction, false])
  }
  expect(accepts({ is_skipped: false, ...recording, skipped_purpose: 'tired' })).toBe(false)
})
