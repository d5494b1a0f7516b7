import type { Catalogue } from '../content/catalogue.ts'
import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { findItems, listAssigned, listOffered, toProtocol, toSummary } from './queries.ts'

export function protocolRoutes(
  implement: Implement,
  { database, catalogue }: { database: Database; catalogue: Catalogue },
) {
  implement('GET /protocols/examiner/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const protocols = await listAssigned(tx, principal.examinerId)
      const items = Map.groupBy(
        await findItems(
          tx,
          protocols.map(({ id }) => id),
        ),
        (item) => item.protocol_id,
      )
      return protocols.map((protocol) => toProtocol(catalogue, protocol, items.get(protocol.id) ?? []))
    }),
  )

  implement('GET /protocols/organization/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const protocols = await listOffered(tx)
      const items = Map.groupBy(
        await findItems(
          tx,
          protocols.map(({ id }) => id),
        ),
        (item) => item.protocol_id,
      )
      return protocols.map((protocol) => toSummary(catalogue, protocol, items.get(protocol.id)?.length ?? 0))
    }),
  )
}
