import { ReportContent } from '@fonema/contract'
import type { Auth } from '../auth/service.ts'
import type { Config } from '../config.ts'
import { toParticipant } from '../participants/queries.ts'
import { requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { sendFile } from '../platform/http/send-file.ts'
import { siteOf } from '../platform/http/site.ts'
import { canonicalJson } from './canonical.ts'
import { changesSince, measuredAgain } from './changes.ts'
import { draftState, inputsNow } from './inputs.ts'
import { logoOf } from './letterhead.ts'
import * as queries from './queries.ts'
import {
  amend,
  documentOf,
  makeDraft,
  type ReportDeps,
  type ReportPath,
  remake,
  requireReport,
  revoke,
  saveTexts,
  sign,
} from './service.ts'
import { readStored, verify } from './verify.ts'

type Deps = ReportDeps & { auth: Auth; config: Pick<Config, 'publicUrl'> }

export function clinicalReportRoutes(implement: Implement, deps: Deps) {
  const { database, clock, auth, config, print, certificates } = deps
  const one = '/clinical_reports/{participant_id}/{report_id}/' as const

  implement.inTenant('GET /clinical_reports/{participant_id}/', async ({ tx, principal, params, page }) => {
    await requireParticipant(tx, principal, params.participant_id)
    return (await queries.listReports(tx, page, params.participant_id)).map(queries.toSummary)
  })

  implement.inTenant('POST /clinical_reports/{participant_id}/', ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => makeDraft(deps, tx, principal, params.participant_id, body)),
  )

  implement.inTenant(`GET ${one}`, async ({ tx, principal, params }) => {
    const row = await requireReport(tx, principal, params)
    const participant = toParticipant(await requireParticipant(tx, principal, params.participant_id))
    const content = ReportContent.parse(JSON.parse(await queries.findContent(tx, row.id)))
    const draft = await draftState(deps, tx, principal, row)
    // What is signed was made, or found unchanged, at that time. A draft that would be made equal holds what is stored.
    const madeAt = row.signed_at ?? (draft.is_outdated ? row.created_at : null)
    return {
      ...queries.toSummary(row),
      content,
      texts: queries.textsOf(row),
      revision: row.revision,
      changes: [
        ...(await changesSince(tx, content, participant, await inputsNow(deps, tx, principal, row))),
        ...(madeAt === null ? [] : await measuredAgain(tx, content.sources, madeAt)),
      ],
      ...draft,
      certificate: row.state === 'draft' ? await certificates.describe(tx) : null,
    }
  })

  implement.inTenant(`PATCH ${one}`, ({ tx, principal, params, body }) => saveTexts(tx, principal, params, body))

  implement(`POST ${one}sign/`, async ({ principal, params, body, request }) => {
    const { even_without_certificate = false } = body
    // Neither a report of others nor an expired certificate must count as a wrong password, or use up a code.
    await within(principal, async (tx) => {
      await requireReport(tx, principal, params)
      await certificates.ready(tx, even_without_certificate)
    })
    const confirmed = { purpose: 'signature', report_id: params.report_id } as const
    await auth.requireIdentity(principal, body, confirmed, siteOf(request, config.publicUrl))
    return sign(deps, principal, params, body)
  })

  implement.inTenant(`POST ${one}remake/`, ({ tx, principal, params }) => remake(deps, tx, principal, params))

  implement.inTenant(`POST ${one}revoke/`, ({ tx, principal, params }) => revoke(deps, tx, principal, params))

  implement.inTenant(`POST ${one}amend/`, ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => amend(deps, tx, principal, params, body.reason)),
  )

  implement(`GET ${one}pdf/`, async ({ principal, params, reply }) => {
    const { row, document, logo, stored } = await read(principal, params)
    const pdf = stored?.pdf ?? (await print(document, logo))
    return sendFile(reply, pdf, `${document.content.participant.code}-${row.number}-v${row.version}.pdf`)
  })

  implement(`GET ${one}json/`, async ({ principal, params, reply }) => {
    const { row, document, stored } = await read(principal, params)
    const json = stored?.document ?? canonicalJson(document)
    return sendFile(reply, Buffer.from(json), `${document.content.participant.code}-${row.number}-v${row.version}.json`)
  })

  implement(`GET ${one}verify/`, async ({ principal, params }) => {
    const stored = await within(principal, async (tx) => {
      const row = await requireReport(tx, principal, params)
      if (row.state !== 'signed') throw new AppError('conflict')
      return readStored(tx, row)
    })
    return verify(stored, print)
  })

  const within = <T>(principal: Examiner, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work)

  const read = (principal: Examiner, params: ReportPath) =>
    within(principal, async (tx) => {
      const row = await requireReport(tx, principal, params)
      const document = await documentOf(tx, row)
      const stored = await queries.findDocument(tx, row.id)
      return { row, document, logo: await logoOf(tx, document.content), stored }
    })
}
