import type {
  FeatureResult,
  ItemId,
  ItemResponse,
  ItemResponseId,
  ProtocolItem,
  ProtocolResponse,
  Take,
} from '@fonema/contract'
import { expect, test } from 'vitest'
import { haveAllFailed, itemStateOf, itemsOf, itemsWithLateTakes, pollDelayMs } from './session-state.ts'

type Status = FeatureResult['status']

const result = (entry: string, status: Status): FeatureResult => ({
  feature_extraction_func: { id: entry, name: entry, entry },
  ...(status === 'failed' ? { status, error: 'too_short' } : { status, error: null }),
  scores: {},
  missing: {},
  data: {},
  feature_population_distribution: null,
  semaphore: {},
  percentiles: {},
  intervals: {},
  compared: {},
  uncompared: {},
})

const item = (order: number): ProtocolItem => ({
  id: `item-${order}` as ItemId,
  title: `Item ${order}`,
  order,
  trigger: '',
  image: null,
  audio: null,
  video: null,
  category: { id: 'category', name: 'reading' },
  min_duration: 1,
  max_duration: null,
  skippable: true,
})

const take = (status: Take['status'], interrupted = false): Take => ({
  take: 1,
  status,
  interrupted,
  late: status === 'late',
  superseded: status !== 'counting',
  continues: null,
  recorded_at: '2026-11-20T08:38:00.000Z',
  stored_at: '2026-11-20T08:39:00.000Z',
  date_doubtful: false,
  duration: 2,
  window: { start: 0, end: 2 },
  gaps: [],
  completeness: null,
  quality: null,
})

const answer = (order: number, results: FeatureResult[]): Extract<ItemResponse, { is_skipped: false }> => ({
  id: `answer-${order}` as ItemResponseId,
  protocol_item: item(order),
  is_skipped: false,
  skipped_purpose: null,
  duration: 2,
  recorded_at: '2026-11-20T08:38:00.000Z',
  take: 1,
  takes: [take('counting')],
  capture: { settings: {}, gaps: [], window: { start: 0, end: 2 } },
  quality: null,
  feature_extraction_res: results,
})

const skipped = (order: number): ItemResponse => ({
  id: `answer-${order}` as ItemResponseId,
  protocol_item: item(order),
  is_skipped: true,
  skipped_purpose: 'tired',
  duration: null,
  recorded_at: null,
  take: null,
  capture: null,
  quality: null,
  takes: [],
  feature_extraction_res: [],
})

/** An answer with an interrupted take. */
const interrupted = (order: number, results: FeatureResult[]): ItemResponse => ({
  ...answer(order, results),
  takes: [take('interrupted', true)],
})

const session = (orders: number[], responses: ItemResponse[]) =>
  ({ protocol: { items: orders.map(item) }, responses }) as unknown as ProtocolResponse

test.each([
  ['unanswered', undefined],
  ['skipped', skipped(1)],
  ['recorded', answer(1, [])],
  ['pending', answer(1, [result('prosody', 'ready'), result('timing', 'pending')])],
  ['pending', answer(1, [result('prosody', 'failed'), result('timing', 'pending')])],
  ['ready', answer(1, [result('prosody', 'ready'), result('timing', 'ready')])],
  ['ready', answer(1, [result('prosody', 'failed'), result('timing', 'ready')])],
  ['failed', answer(1, [result('prosody', 'failed'), result('timing', 'failed')])],
  ['failed', answer(1, [result('prosody', 'failed'), result('transcript', 'ready')])],
  ['ready', answer(1, [result('prosody', 'ready'), result('transcript', 'failed')])],
  ['interrupted', interrupted(1, [result('prosody', 'failed')])],
] as const)('an item is %s', (state, given) => {
  expect(itemStateOf(given)).toBe(state)
})

test.each([
  ['good', 'ready'],
  ['fair', 'ready'],
  ['poor', 'poor'],
] as const)('a measured item whose recording is %s is %s', (verdict, state) => {
  const quality = {
    snr_db: 20,
    clipped_ratio: 0,
    peak_dbfs: -3,
    rms_dbfs: -20,
    sample_rate: 48_000,
    verdict,
    reasons: [],
  }
  expect(itemStateOf({ ...answer(1, [result('prosody', 'ready')]), quality })).toBe(state)
  expect(itemStateOf({ ...answer(1, [result('prosody', 'pending')]), quality })).toBe('pending')
})

test('an interrupted take that is used answers its item', () => {
  expect(itemStateOf({ ...answer(1, [result('prosody', 'ready')]), takes: [take('counting', true)] })).toBe('ready')
})

test('lists the items with a late take that does not count', () => {
  const late = { ...answer(1, []), takes: [take('counting'), take('late')] }
  expect(itemsWithLateTakes(itemsOf(session([1, 2], [late, answer(2, [])]))).map(({ order }) => order)).toEqual([1])
})

test("items are in the protocol's order, answered or not", () => {
  const items = itemsOf(session([2, 3, 1], [skipped(3), answer(1, [result('prosody', 'ready')])]))
  expect(items.map(({ item, state }) => [item.order, state])).toEqual([
    [1, 'ready'],
    [2, 'unanswered'],
    [3, 'skipped'],
  ])
})

test('all have failed when every recording has, regardless of skipped and unanswered items', () => {
  const failed = (order: number) => answer(order, [result('prosody', 'failed')])
  const judge = (...responses: ItemResponse[]) => haveAllFailed(itemsOf(session([1, 2, 3], responses)))
  expect(judge(failed(1), failed(2), failed(3))).toBe(true)
  expect(judge(failed(1), skipped(2))).toBe(true)
  expect(judge(failed(1), interrupted(2, [result('prosody', 'ready')]))).toBe(true)
  expect(judge(failed(1), answer(2, [result('prosody', 'ready')]))).toBe(false)
  expect(judge(failed(1), answer(2, [result('prosody', 'pending')]))).toBe(false)
  expect(judge(skipped(1))).toBe(false)
  expect(judge()).toBe(false)
})

test('polls every 10 s, sooner at first, while there are no responses or a result is pending', () => {
  const pending = { responses: [answer(1, [result('prosody', 'ready'), result('timing', 'pending')])] }
  const done = { responses: [answer(1, [result('prosody', 'ready'), result('timing', 'failed')])] }
  expect(pollDelayMs(pending, 0)).toBe(2_000)
  expect(pollDelayMs(pending, 9_999)).toBe(2_000)
  expect(pollDelayMs(pending, 10_000)).toBe(10_000)
  expect(pollDelayMs({ responses: [] }, 60_000)).toBe(10_000)
  expect(pollDelayMs(done, 0)).toBe(false)
  expect(pollDelayMs({ responses: [skipped(1)] }, 60_000)).toBe(false)
  const outdated = { responses: [answer(1, [{ ...result('timing', 'ready'), outdated_version: 1 }])] }
  expect(pollDelayMs(outdated, 0)).toBe(10_000)
  expect(pollDelayMs(undefined, 0)).toBe(false)
})
