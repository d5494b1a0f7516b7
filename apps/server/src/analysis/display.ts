import type { FeatureDisplay, ProtocolId, ScoreHeading } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { findItems } from '../protocols/queries.ts'
import { analysisFunctions } from './functions.ts'
import { type ShownScore, shownFor } from './shown-measures.ts'

const idOf = new Map(analysisFunctions.map(({ id, entry }) => [entry as string, id]))

/** The scores to show for each item of a protocol, in order. A heading has one entry for each function of its scores. */
export async function displayOf(tx: Tx, protocolId: ProtocolId): Promise<FeatureDisplay> {
  const items = await findItems(tx, [protocolId])
  if (items.length === 0) throw new AppError('not_found')
  return {
    items: items.map(({ id, category }) => ({
      protocol_item_id: id,
      functions: Object.entries(shownFor(category)).flatMap(([heading, scores]) =>
        partsOf(heading as ScoreHeading, scores),
      ),
    })),
  }
}

const partsOf = (heading: ScoreHeading, scores: readonly ShownScore[]) =>
  [...Map.groupBy(scores, ({ entry }) => entry)].map(([entry, ofFunction]) => ({
    feature_extraction_func_id: idOf.get(entry)!,
    heading,
    scores: ofFunction.map(({ entry: _, ...score }) => score),
    charts: ['density', 'box'],
  }))
