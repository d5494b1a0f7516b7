import type { ProtocolSummary } from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import {
  assignedProtocols,
  findItems,
  lastRecorded,
  offeredProtocols,
  type ProtocolRow,
  toProtocol,
  toSummary,
} from './queries.ts'

export function protocolRoutes(implement: Implement, { catalogue }: { catalogue: Catalogue }) {
  implement.inTenant('GET /protocols/examiner/', async ({ tx, principal, page }) => {
    const protocols = await page.read(tx, assignedProtocols(tx, principal.examinerId))
    const items = Map.groupBy(
      await findItems(
        tx,
        protocols.map(({ id }) => id),
      ),
      (item) => item.protocol_id,
    )
    return protocols.map((protocol) => toProtocol(catalogue, protocol, items.get(protocol.id) ?? []))
  })

  implement.inTenant('GET /protocols/last_recorded/', async ({ tx, principal, query, page }) => {
    const rows = await page.read(tx, lastRecorded(tx, principal.examinerId, query.participants?.split(',')))
    return rows.map((row) => ({ ...row, recorded_at: row.recorded_at.toISOString() }))
  })

  implement.inTenant('GET /protocols/organization/', async ({ tx, page }) =>
    summariesOf(tx, catalogue, await page.read(tx, offeredProtocols(tx))),
  )
}

/** The protocols that the organisation may assign to its examiners, by name. */
export const listOfferedProtocols = async (tx: Tx, catalogue: Catalogue): Promise<ProtocolSummary[]> =>
  summariesOf(tx, catalogue, await offeredProtocols(tx).orderBy('name').orderBy('id').execute())

async function summariesOf(tx: Tx, catalogue: Catalogue, protocols: readonly ProtocolRow[]) {
  const ids = protocols.map(({ id }) => id)
  const items = Map.groupBy(await findItems(tx, ids), (item) => item.protocol_id)
  return protocols.map((protocol) => toSummary(catalogue, protocol, items.get(protocol.id)?.length ?? 0))
}
