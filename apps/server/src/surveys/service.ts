import {
  checkAnswers,
  type NewSurveyResponse,
  type ParticipantId,
  type SurveyId,
  type SurveyResponse,
  type SurveyResponseId,
  type VisitId,
} from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import { earlierOf } from '../content/wordings.ts'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import * as queries from './queries.ts'
import { fieldsOf, toResponse } from './view.ts'

export type SurveyDeps = {
  clock: Clock
  catalogue: Catalogue
  /** Fulfils a planned visit, in the transaction of the new response. */
  onFilledIn(tx: Tx, survey: FilledInSurvey): Promise<void>
}

type FilledInSurvey = {
  participant_id: ParticipantId
  at: Date
  timeZone: string
  visit_id?: VisitId | undefined
  survey_id: SurveyId
  survey_response_id: SurveyResponseId
}
type SurveyResponsePath = { participant_id: ParticipantId; survey_response_id: SurveyResponseId }

/** Stores a response for the examiner's own participant, if its answers fit the questions. */
export async function fillSurvey(
  { clock, catalogue, onFilledIn }: SurveyDeps,
  tx: Tx,
  examiner: Examiner,
  participantId: ParticipantId,
  { survey_id, visit_id, earlier_wording, response }: NewSurveyResponse,
): Promise<SurveyResponse> {
  await requireActiveParticipant(tx, examiner, participantId)
  const assigned = await queries.assignedSurveys(tx, examiner.examinerId).execute()
  const survey =
    assigned.find(({ id }) => id === survey_id) ??
    earlierOf(assigned, await queries.findSurveys(tx, [survey_id]), earlier_wording === true)
  if (survey === undefined) throw new InvalidFields({ survey_id: ['invalid'] })
  const { errors, answers } = checkAnswers(fieldsOf(survey), response)
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)

  const now = clock.now()
  const row = await queries.insertResponse(tx, {
    id: newId<SurveyResponseId>(now),
    organization_id: examiner.organizationId,
    participant_id: participantId,
    survey_id,
    examiner_id: examiner.examinerId,
    created_by: examiner.userId,
    date_created: now,
    answers: JSON.stringify(answers),
  })
  await onFilledIn(tx, {
    participant_id: participantId,
    at: now,
    timeZone: examiner.ownTimeZone,
    visit_id,
    survey_id,
    survey_response_id: row.id,
  })
  return toResponse(catalogue, survey, row)
}

/** A response of the examiner's own participant. Any other is not found. */
export async function requireResponse(tx: Tx, examiner: Examiner, path: SurveyResponsePath) {
  await requireParticipant(tx, examiner, path.participant_id)
  const row = await queries.findResponse(tx, path.participant_id, path.survey_response_id)
  if (row === undefined) throw new AppError('not_found')
  const [survey] = await queries.findSurveys(tx, [row.survey_id])
  return { row, survey: survey! }
}

export async function setResponseActive(
  { catalogue }: SurveyDeps,
  tx: Tx,
  examiner: Examiner,
  path: SurveyResponsePath,
  active: boolean,
): Promise<SurveyResponse> {
  const { row, survey } = await requireResponse(tx, examiner, path)
  return toResponse(catalogue, survey, await queries.setActive(tx, row.id, active))
}
