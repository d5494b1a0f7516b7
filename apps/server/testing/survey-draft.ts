import type { OrganizationId, SurveyDraft, SurveyDraftField, SurveyDraftId, UserId } from '@fonema/contract'
import type { Tx } from '../src/platform/database/database.ts'
import '../src/organization/drafts/tables.ts'

/** A field with nothing but what it is given. */
export const surveyField = (
  field: Pick<SurveyDraftField, 'name' | 'type' | 'texts'> & Partial<SurveyDraftField>,
): SurveyDraftField => ({
  required: false,
  options: [],
  other: false,
  min: null,
  max: null,
  integer: false,
  max_length: null,
  show_when: null,
  ...field,
})

/** A survey with one question in one language, ready to be published. */
export const minimalSurvey = (key: string): SurveyDraft => ({
  key,
  licence: 'CC0-1.0',
  source: 'Clínica de ejemplo',
  locales: ['es-ES'],
  texts: { 'es-ES': { name: 'El sueño', description: 'Una pregunta.' } },
  sections: [
    {
      key: 'section-1',
      texts: { 'es-ES': { title: 'Anoche', description: '' } },
      fields: [
        surveyField({
          name: 'slept',
          type: 'scale',
          required: true,
          min: 0,
          max: 4,
          texts: { 'es-ES': { label: '¿Qué tal durmió?', help: '' } },
        }),
      ],
    },
  ],
  scores: [],
  alerts: [],
})

export const surveyKeyOf = (id: string) => `survey-${id}`

export async function insertSurveyDraft(
  tx: Tx,
  { id, organization_id, user_id, now }: { id: string; organization_id: OrganizationId; user_id: UserId; now: Date },
) {
  const draft_id = id as SurveyDraftId // a random one
  const key = surveyKeyOf(id)
  const made = { created_by: user_id, updated_by: user_id, date_created: now, updated_at: now }
  await tx
    .insertInto('survey_drafts')
    .values({ id: draft_id, organization_id, key, ...made })
    .execute()
  const content = JSON.stringify(minimalSurvey(key))
  await tx.insertInto('survey_draft_contents').values({ draft_id, organization_id, content }).execute()
}
