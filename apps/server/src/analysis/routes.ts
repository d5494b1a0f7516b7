import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { findItems } from '../protocols/queries.ts'
import { functionsFor } from './functions.ts'

export function analysisRoutes(implement: Implement, { database }: { database: Database }) {
  implement('GET /protocols/feature_display/web/{protocol_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const items = await findItems(tx, [params.protocol_id])
      if (items.length === 0) throw new AppError('not_found')
      return {
        items: items.map((item) => ({
          protocol_item_id: item.id,
          functions: functionsFor(item.category).map(({ id, shown }) => ({
            feature_extraction_func_id: id,
            scores: [...shown],
            charts: [],
          })),
        })),
      }
    }),
  )
}
