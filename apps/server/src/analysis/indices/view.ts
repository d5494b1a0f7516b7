import type { ItemId, SessionIndex, TakeId } from '@fonema/contract'
import { avqiVersion } from '@fonema/speech'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { IndicesOf } from '../../responses/view.ts'
import { cutOffFor } from './cut-offs.ts'
import { findStored } from './queries.ts'

/** The version of the index whose cut-offs apply. */
export const avqiName = { name: 'avqi', version: '03.01' } as const

/** The indices of sessions whose protocol declares them. Those of other takes or an older program are pending. */
export const createIndicesOf =
  ({ catalogue }: { catalogue: Catalogue }): IndicesOf =>
  async (tx, { session, protocol, items, takes }) => {
    const needed = protocol.indices.avqi
    if (needed === undefined || protocol.is_practice) return []
    const itemOf = (key: string) => items.find((item) => item.key === key)?.id ?? null
    const [speech, vowel] = [itemOf(needed.speech), itemOf(needed.vowel)]
    const takeOf = (itemId: ItemId | null) => (itemId === null ? undefined : takes.get(itemId))
    const place = {
      speech_item: speech,
      vowel_item: vowel,
      syllables: needed.syllables,
      cut_off: await cutOffFor(tx, catalogue, avqiName.version, catalogue.requireLocale(protocol.locale_id)),
    }
    const found = await avqiOf(tx, session.id, takeOf(speech), takeOf(vowel))
    return [{ ...avqiName, ...place, ...found }, needsCalibration]
  }

/** The dysphonia severity index needs sound pressure levels, which no recording here has. */
const needsCalibration: SessionIndex = {
  name: 'dsi',
  version: null,
  status: 'withheld',
  reason: 'needs_calibrated_microphone',
  scores: {},
  sample_rate: null,
  speech_item: null,
  vowel_item: null,
  syllables: null,
  cut_off: null,
}

type Counting = { id: TakeId; counts: boolean; sample_rate_hz: number } | undefined
type Found = Pick<SessionIndex, 'status' | 'reason' | 'scores' | 'sample_rate'>

async function avqiOf(
  tx: Tx,
  sessionId: Parameters<typeof findStored>[1],
  speech: Counting,
  vowel: Counting,
): Promise<Found> {
  const nothing = { scores: {}, sample_rate: null }
  if (!speech?.counts || !vowel?.counts) return { status: 'withheld', reason: 'not_recorded', ...nothing }
  const stored = await findStored(tx, sessionId)
  const isCurrent =
    stored !== undefined &&
    stored.version >= avqiVersion &&
    stored.speech_take_id === speech.id &&
    stored.vowel_take_id === vowel.id
  if (!isCurrent) return { status: 'pending', reason: null, ...nothing }
  const { status, reason, scores } = stored
  return { status, reason, scores, sample_rate: speech.sample_rate_hz }
}
