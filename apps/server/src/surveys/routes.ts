import { requireParticipant } from '../participants/service.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { assignedSurveys, findSurveys, listResponses } from './queries.ts'
import { fillSurvey, requireResponse, type SurveyDeps, setResponseActive } from './service.ts'
import { toResponse, toSummary, toSurvey } from './view.ts'

export function surveyRoutes(implement: Implement, deps: SurveyDeps) {
  const { clock, catalogue } = deps
  const response = '/surveys/responses/{participant_id}/{survey_response_id}/' as const

  implement.inTenant('GET /surveys/examiner/', async ({ tx, principal, page }) =>
    (await page.read(tx, assignedSurveys(tx, principal.examinerId))).map((survey) => toSurvey(catalogue, survey)),
  )

  implement.inTenant('GET /surveys/{survey_id}/', async ({ tx, params }) => {
    const [survey] = await findSurveys(tx, [params.survey_id])
    if (survey === undefined) throw new AppError('not_found')
    return { ...toSurvey(catalogue, survey), wording_version: survey.wording_version }
  })

  implement.inTenant('GET /surveys/responses/{participant_id}/', async ({ tx, principal, params, page }) => {
    await requireParticipant(tx, principal, params.participant_id)
    const rows = await listResponses(tx, page, params.participant_id)
    const surveys = await findSurveys(tx, [...new Set(rows.map(({ survey_id }) => survey_id))])
    const byId = new Map(surveys.map((survey) => [survey.id, survey]))
    return rows.map((row) => toSummary(byId.get(row.survey_id)!, row))
  })

  implement.inTenant('POST /surveys/responses/{participant_id}/', ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => fillSurvey(deps, tx, principal, params.participant_id, body)),
  )

  implement.inTenant(`GET ${response}`, async ({ tx, principal, params }) => {
    const { row, survey } = await requireResponse(tx, principal, params)
    return toResponse(catalogue, survey, row)
  })

  implement.inTenant(`PATCH ${response}inactivate/`, ({ tx, principal, params }) =>
    setResponseActive(deps, tx, principal, params, false),
  )

  implement.inTenant(`PATCH ${response}activate/`, ({ tx, principal, params }) =>
    setResponseActive(deps, tx, principal, params, true),
  )
}
