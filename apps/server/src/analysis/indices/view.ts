import type { ItemId, Quality, SessionIndex, TakeId } from '@fonema/contract'
import { doubtsOf } from '@fonema/findings'
import { avqiVersion, type CornerVowel } from '@fonema/speech'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { IndicesOf } from '../../responses/view.ts'
import { cutOffFor } from './cut-offs.ts'
import { findStored } from './queries.ts'
import { isOfTakes } from './vowel-space.ts'

/** The version of the index whose cut-offs apply. */
export const avqiName = { name: 'avqi', version: '03.01' } as const

/** The indices of sessions whose protocol declares them. Those of other takes or an older program are pending. */
export const createIndicesOf =
  ({ catalogue }: { catalogue: Catalogue }): IndicesOf =>
  async (tx, { session, protocol, items, takes }) => {
    if (protocol.is_practice) return []
    const { avqi, vowel_space } = protocol.indices
    const itemOf = (key: string) => items.find((item) => item.key === key)?.id ?? null
    const takeOf = (itemId: ItemId | null) => (itemId === null ? undefined : takes.get(itemId))
    const avqiIndices = async (): Promise<SessionIndex[]> => {
      if (avqi === undefined) return []
      const [speech_item, vowel_item] = [itemOf(avqi.speech), itemOf(avqi.vowel)]
      const [found, cut_off] = await Promise.all([
        avqiOf(tx, session.id, takeOf(speech_item), takeOf(vowel_item)),
        cutOffFor(tx, catalogue, avqiName.version, catalogue.requireLocale(protocol.locale_id)),
      ])
      const place = { ...nothing, speech_item, vowel_item, syllables: avqi.syllables, cut_off }
      return [{ ...place, ...avqiName, ...found }, needsCalibration]
    }
    const vowelSpaceIndices = async (): Promise<SessionIndex[]> => {
      if (vowel_space === undefined) return []
      const [a, i, u] = [itemOf(vowel_space.a), itemOf(vowel_space.i), itemOf(vowel_space.u)]
      const found = await vowelSpaceOf(tx, session.id, { a: takeOf(a), i: takeOf(i), u: takeOf(u) })
      return [{ ...nothing, name: 'vowel_space', vowel_items: { a, i, u }, ...found }]
    }
    return (await Promise.all([avqiIndices(), vowelSpaceIndices()])).flat()
  }

const nothing = {
  version: null,
  vowel: null,
  doubts: [],
  scores: {},
  sample_rate: null,
  speech_item: null,
  vowel_item: null,
  vowel_items: null,
  syllables: null,
  cut_off: null,
} satisfies Partial<SessionIndex>

/** The dysphonia severity index needs sound pressure levels, which no recording here has. */
const needsCalibration: SessionIndex = {
  ...nothing,
  name: 'dsi',
  status: 'withheld',
  reason: 'needs_calibrated_microphone',
}

type Take = { id: TakeId; counts: boolean; sample_rate_hz: number; people: number; quality: Quality | null }
type Counting = Take | undefined
type Found = Pick<SessionIndex, 'status' | 'reason' | 'doubts' | 'scores' | 'sample_rate'>

/** An index suffers from what the voice's own measures suffer from. */
export const indexDoubts = (qualities: readonly (Quality | null)[]): Quality['reasons'] => [
  ...new Set(qualities.flatMap((quality) => doubtsOf(quality, 'voice_quality'))),
]
const doubtsFrom = (status: SessionIndex['status'], takes: readonly Take[]) =>
  status === 'ready' ? indexDoubts(takes.map(({ quality }) => quality)) : []

async function avqiOf(
  tx: Tx,
  sessionId: Parameters<typeof findStored>[1],
  speech: Counting,
  vowel: Counting,
): Promise<Found> {
  const none = { doubts: [], scores: {}, sample_rate: null }
  if (!speech?.counts || !vowel?.counts) return { status: 'withheld', reason: 'not_recorded', ...none }
  // It would be an index of their voices too.
  if (speech.people > 1) return { status: 'withheld', reason: 'others_speak', ...none }
  const stored = await findStored(tx, sessionId)
  const isCurrent =
    stored !== undefined &&
    stored.version >= avqiVersion &&
    stored.speech_take_id === speech.id &&
    stored.vowel_take_id === vowel.id
  if (!isCurrent) return { status: 'pending', reason: null, ...none }
  const { status, reason, scores } = stored
  return { status, reason, doubts: doubtsFrom(status, [speech, vowel]), scores, sample_rate: speech.sample_rate_hz }
}

type FoundVowelSpace = Pick<SessionIndex, 'status' | 'reason' | 'vowel' | 'doubts' | 'scores'>

async function vowelSpaceOf(
  tx: Tx,
  sessionId: Parameters<typeof findStored>[1],
  { a, i, u }: Record<CornerVowel, Counting>,
): Promise<FoundVowelSpace> {
  const none = { vowel: null, doubts: [], scores: {} }
  if (!a?.counts || !i?.counts || !u?.counts) return { status: 'withheld', reason: 'vowel_missing', ...none }
  const stored = await findStored(tx, sessionId, 'vowel_space')
  if (stored === undefined || !isOfTakes(stored, { a, i, u })) return { status: 'pending', reason: null, ...none }
  const { status, reason, vowel, scores } = stored
  return { status, reason, vowel, doubts: doubtsFrom(status, [a, i, u]), scores }
}
