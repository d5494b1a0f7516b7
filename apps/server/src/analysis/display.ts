import type { FeatureDisplay, ProtocolId } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { findItems } from '../protocols/queries.ts'
import { functionsFor } from './functions.ts'

/** The scores to show for each item of a protocol, in order. */
export async function displayOf(tx: Tx, protocolId: ProtocolId): Promise<FeatureDisplay> {
  const items = await findItems(tx, [protocolId])
  if (items.length === 0) throw new AppError('not_found')
  return {
    items: items.map((item) => ({
      protocol_item_id: item.id,
      functions: functionsFor(item.category)
        .filter(({ shown }) => shown.length > 0)
        .map(({ id, shown }) => ({ feature_extraction_func_id: id, scores: [...shown], charts: ['density', 'box'] })),
    })),
  }
}
