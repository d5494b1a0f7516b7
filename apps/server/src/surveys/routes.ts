import { requireParticipant } from '../participants/service.ts'
import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { findSurveys, listAssigned, listResponses } from './queries.ts'
import { fillSurvey, requireResponse, type SurveyDeps, setResponseActive } from './service.ts'
import { toResponse, toSummary, toSurvey } from './view.ts'

export function surveyRoutes(implement: Implement, deps: SurveyDeps & { database: Database }) {
  const { database, clock, catalogue } = deps
  const response = '/surveys/responses/{participant_id}/{survey_response_id}/' as const

  implement('GET /surveys/examiner/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) =>
      (await listAssigned(tx, principal.examinerId)).map((survey) => toSurvey(catalogue, survey)),
    ),
  )

  implement('GET /surveys/responses/{participant_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      await requireParticipant(tx, principal, params.participant_id)
      const rows = await listResponses(tx, params.participant_id)
      const surveys = await findSurveys(tx, [...new Set(rows.map(({ survey_id }) => survey_id))])
      const byId = new Map(surveys.map((survey) => [survey.id, survey]))
      return rows.map((row) => toSummary(byId.get(row.survey_id)!, row))
    }),
  )

  implement('POST /surveys/responses/{participant_id}/', ({ principal, params, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => fillSurvey(deps, tx, principal, params.participant_id, body)),
    ),
  )

  implement(`GET ${response}`, ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const { row, survey } = await requireResponse(tx, principal, params)
      return toResponse(catalogue, survey, row)
    }),
  )

  implement(`PATCH ${response}inactivate/`, ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => setResponseActive(deps, tx, principal, params, false)),
  )

  implement(`PATCH ${response}activate/`, ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => setResponseActive(deps, tx, principal, params, true)),
  )
}
