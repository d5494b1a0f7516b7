import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { publish } from './publish.ts'
import { drafts } from './queries.ts'
import { changeDraft, createDraft, type DraftDeps, protocolDrafts, retire } from './service.ts'
import { summaryOf, viewDraft } from './view.ts'

export function protocolDraftRoutes(implement: Implement, deps: DraftDeps) {
  const { clock, catalogue } = deps

  implement.inTenant('GET /protocol_drafts/', async ({ tx, page }) => (await page.read(tx, drafts(tx))).map(summaryOf))

  implement.inTenant('POST /protocol_drafts/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, async () =>
      viewDraft(catalogue, tx, await createDraft(deps, tx, principal, body)),
    ),
  )

  implement.inTenant('GET /protocol_drafts/{draft_id}/', ({ tx, params }) => viewDraft(catalogue, tx, params.draft_id))

  implement.inTenant('PATCH /protocol_drafts/{draft_id}/', async ({ tx, principal, params, body }) => {
    await changeDraft(deps, tx, principal, params.draft_id, body)
    return viewDraft(catalogue, tx, params.draft_id)
  })

  implement.inTenant('DELETE /protocol_drafts/{draft_id}/', async ({ tx, params }) => {
    await protocolDrafts.remove(tx, params.draft_id)
    return undefined
  })

  implement.inTenant('POST /protocol_drafts/{draft_id}/publish/', ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, async () => {
      await publish(deps, tx, principal, params.draft_id, body.revision)
      return viewDraft(catalogue, tx, params.draft_id)
    }),
  )

  implement.inTenant('POST /protocol_drafts/{draft_id}/retire/', async ({ tx, principal, params, body }) => {
    await retire(deps, tx, principal, params.draft_id, body.revision)
    return viewDraft(catalogue, tx, params.draft_id)
  })
}
