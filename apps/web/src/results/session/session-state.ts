import type { FeatureResult, ItemResponse, ProtocolItem, ProtocolResponse } from '@fonema/contract'

/**
 * `recorded`: stored but not measured, as in a practice. `interrupted`: begun, but not answered yet. `poor`: measured,
 * but the recording is of poor quality.
 */
export type ItemState = 'ready' | 'poor' | 'pending' | 'failed' | 'skipped' | 'unanswered' | 'interrupted' | 'recorded'

export type Item = { item: ProtocolItem; answer: ItemResponse | undefined; state: ItemState }

/** Functions of the transcript, not the audio: a missing transcript is no failure of the recording. */
const wordFunctions: ReadonlySet<string> = new Set([
  'transcript',
  'lexical',
  'fluency',
  'content_units',
  'reading_alignment',
])

const readsAudio = ({ feature_extraction_func }: FeatureResult) => !wordFunctions.has(feature_extraction_func.entry)

export function itemStateOf(answer: ItemResponse | undefined): ItemState {
  if (answer === undefined) return 'unanswered'
  if (answer.is_skipped) return 'skipped'
  if (answer.takes.every(({ status }) => status !== 'counting')) return 'interrupted'
  const results = answer.feature_extraction_res
  if (results.length === 0) return 'recorded'
  if (results.some(({ status }) => status === 'pending')) return 'pending'
  const ofAudio = results.filter(readsAudio)
  if (ofAudio.length > 0 && ofAudio.every(({ status }) => status === 'failed')) return 'failed'
  return answer.quality?.verdict === 'poor' ? 'poor' : 'ready'
}

/** Every item of the protocol in order, answered or not. */
export function itemsOf({ protocol, responses }: ProtocolResponse): Item[] {
  const answers = new Map(responses.map((answer) => [answer.protocol_item.id, answer]))
  return protocol.items
    .toSorted((a, b) => a.order - b.order)
    .map((item) => ({ item, answer: answers.get(item.id), state: itemStateOf(answers.get(item.id)) }))
}

/** The states of an item without a take that counts. */
export const withoutAnswer: ReadonlySet<ItemState> = new Set(['skipped', 'unanswered', 'interrupted'])

/** Items with a take that arrived late and does not count. */
export const itemsWithLateTakes = (items: readonly Item[]): ProtocolItem[] =>
  items.filter(({ answer }) => answer?.takes.some(({ status }) => status === 'late')).map(({ item }) => item)

/** Whether every recorded answer failed; a session without any has not failed. */
export function haveAllFailed(items: readonly Item[]): boolean {
  const recorded = items.filter(({ state }) => !withoutAnswer.has(state))
  return recorded.length > 0 && recorded.every(({ state }) => state === 'failed')
}

export const pollEveryMs = 10_000
/** Most results arrive within seconds, so the first polls are sooner. */
const firstPollsEveryMs = 2_000
const firstPollsLastMs = 10_000

/**
 * The delay until the next poll: while there are no responses or a result is pending (short at first), and while a
 * newer version of a function will still replace a shown result; otherwise false.
 */
export function pollDelayMs(
  session: (Pick<ProtocolResponse, 'responses'> & Partial<Pick<ProtocolResponse, 'indices'>>) | undefined,
  openForMs: number,
): number | false {
  if (session === undefined) return false
  const results = session.responses.flatMap(({ feature_extraction_res }) => feature_extraction_res)
  const isWaiting = session.responses.length === 0 || results.some(({ status }) => status === 'pending')
  const isRenewed = results.some(({ outdated_version }) => outdated_version !== undefined)
  const isComputed = session.indices?.some(({ status }) => status === 'pending')
  if (!isWaiting) return isRenewed || isComputed ? pollEveryMs : false
  return openForMs < firstPollsLastMs ? firstPollsEveryMs : pollEveryMs
}
