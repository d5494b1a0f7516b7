import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { ClinicalReport } from './clinical-reports.ts'
import type { Evolution } from './evolution.ts'
import { Id } from './fields.ts'
import type { ParticipantFile } from './files.ts'
import * as ids from './ids.ts'
import type { Participant } from './participants.ts'
import type { Population } from './populations.ts'
import type { ReportTemplate } from './report-templates.ts'
import { type ItemParams, type ProtocolResponse, responseRoutes } from './responses.ts'
import type { SurveyResponse } from './surveys.ts'
import type { Takeout } from './takeouts.ts'

test('each kind of id has its own type', () => {
  type Session = ProtocolResponse
  expectTypeOf<Participant['id']>().toEqualTypeOf<ids.ParticipantId>()
  expectTypeOf<Session['participant']>().toEqualTypeOf<ids.ParticipantId>()
  expectTypeOf<Session['id']>().toEqualTypeOf<ids.SessionId>()
  expectTypeOf<Session['id']>().not.toExtend<Participant['id']>()
  expectTypeOf<string>().not.toExtend<Participant['id']>()
  expectTypeOf<z.output<typeof ItemParams>>().toEqualTypeOf<{
    participant_id: ids.ParticipantId
    protocol_res_id: ids.SessionId
    protocol_item_id: ids.ItemId
  }>()
  expectTypeOf<ids.ItemId>().not.toExtend<ids.ItemResponseId>()
  expectTypeOf<ids.ExaminerId>().not.toExtend<ids.UserId>()
  expectTypeOf<SurveyResponse['id']>().not.toExtend<SurveyResponse['survey']['id']>()
  expectTypeOf<ParticipantFile['id']>().toEqualTypeOf<ids.FileId>()
  expectTypeOf<Population['id']>().toEqualTypeOf<ids.PopulationId>()
  expectTypeOf<Takeout['uuid']>().toEqualTypeOf<ids.TakeoutId>()
  expectTypeOf<ClinicalReport['id']>().toEqualTypeOf<ids.ReportId>()
  expectTypeOf<ReportTemplate['id']>().toEqualTypeOf<ids.TemplateId>()
  expectTypeOf<ids.ReportId>().not.toExtend<ids.TemplateId>()
  expectTypeOf<Evolution['series'][number]['population_id']>().toEqualTypeOf<ids.PopulationId | null>()
})

test('a brand changes no schema: every kind of id is validated as `Id`', () => {
  for (const [name, schema] of Object.entries(ids)) expect([name, schema === Id]).toEqual([name, true])
  expect(responseRoutes['GET /protocols/responses/{participant_id}/'].params.shape.participant_id).toBe(Id)
})
