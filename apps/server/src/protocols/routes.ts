import type { ProtocolSummary } from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import type { Database, Tx } from '../platform/database/database.ts'
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
    database.tenant(principal.organizationId, (tx) => listOfferedProtocols(tx, catalogue)),
  )
}

/** What the organisation may assign to its examiners. */
export async function listOfferedProtocols(tx: Tx, catalogue: Catalogue): Promise<ProtocolSummary[]> {
  const protocols = await listOffered(tx)
  const ids = protocols.map(({ id }) => id)
  const items = Map.groupBy(await findItems(tx, ids), (item) => item.protocol_id)
  return protocols.map((protocol) => toSummary(catalogue, protocol, items.get(protocol.id)?.length ?? 0))
}
