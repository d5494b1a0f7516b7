import type { ProtocolResponse, SessionSummary } from '@fonema/contract'
import { summarise } from '@fonema/findings'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import { findCountingTakes, listPopulations } from '../populations/queries.ts'
import { ageAt } from '../populations/sample.ts'
import type { SessionRow } from '../responses/queries.ts'
import { type IndicesOf, type ResultsOf, viewSession } from '../responses/view.ts'
import { changesOf } from './changes.ts'
import { itemsOf } from './items.ts'
import { measuresOf, normsOf } from './measures.ts'
import { findBirthday } from './queries.ts'

export type FindingDeps = { catalogue: Catalogue; resultsOf: ResultsOf; indicesOf: IndicesOf }

/** What stands out in a session that the caller may read. */
export async function sessionSummary(deps: FindingDeps, tx: Tx, session: SessionRow): Promise<SessionSummary> {
  return summaryOf(tx, session, await viewSession(deps, tx, session))
}

/** The same, from the session as it was read for another purpose: both then rest on the same results. */
export async function summaryOf(tx: Tx, session: SessionRow, view: ProtocolResponse): Promise<SessionSummary> {
  const items = itemsOf(view)
  const takes = await findCountingTakes(tx, [session.id])
  const norms = normsOf(await listPopulations(tx), view)
  const measures = measuresOf(view, norms)
  const { previous, changeOf } = await changesOf(tx, session, view, takes)
  return summarise({
    id: view.id,
    locale: view.protocol.locale.code,
    age: ageAt(await findBirthday(tx, session.participant_id), session.date_created),
    isPractice: view.protocol.is_practice,
    items,
    measures: measures.map((measure) => ({ ...measure, change: changeOf(measure) })),
    indices: view.indices.map((index) => ({ ...index, value: index.scores[index.name] ?? null })),
    norms,
    previous,
  })
}
