import { AppError } from '../../platform/http/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { exportDraft } from '../export/export.ts'
import { publish } from './publish.ts'
import { drafts, findDraft } from './queries.ts'
import { changeDraft, createDraft, type DraftDeps, retire, surveyDrafts } from './service.ts'
import { summaryOf, viewDraft } from './view.ts'

export function surveyDraftRoutes(implement: Implement, deps: DraftDeps) {
  const { clock } = deps
  const one = '/survey_drafts/{survey_draft_id}/' as const

  implement.inTenant('GET /survey_drafts/', async ({ tx, page }) => (await page.read(tx, drafts(tx))).map(summaryOf))

  implement.inTenant('POST /survey_drafts/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, async () => viewDraft(tx, await createDraft(deps, tx, principal, body))),
  )

  implement.inTenant(`GET ${one}`, ({ tx, params }) => viewDraft(tx, params.survey_draft_id))

  implement.inTenant(`PATCH ${one}`, async ({ tx, principal, params, body }) => {
    await changeDraft(deps, tx, principal, params.survey_draft_id, body)
    return viewDraft(tx, params.survey_draft_id)
  })

  implement.inTenant(`GET ${one}export/`, async ({ tx, params, query }) => {
    const row = await findDraft(tx, params.survey_draft_id)
    if (row === undefined) throw new AppError('not_found')
    return exportDraft(row, query.as)
  })

  implement.inTenant(`DELETE ${one}`, async ({ tx, params }) => {
    await surveyDrafts.remove(tx, params.survey_draft_id)
    return undefined
  })

  implement.inTenant(`POST ${one}publish/`, ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, async () => {
      await publish(deps, tx, principal, params.survey_draft_id, body.revision)
      return viewDraft(tx, params.survey_draft_id)
    }),
  )

  implement.inTenant(`POST ${one}retire/`, async ({ tx, principal, params, body }) => {
    await retire(deps, tx, principal, params.survey_draft_id, body.revision)
    return viewDraft(tx, params.survey_draft_id)
  })
}
