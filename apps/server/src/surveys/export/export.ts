import { type SurveyExport, surveyFileFormat } from '@fonema/contract'
import { questionnaireOfDraft } from '@fonema/fhir'
import type { DraftRow } from '../drafts/queries.ts'

/** The saved draft as a file of our own format, which holds everything, or as a FHIR Questionnaire. */
export function exportDraft({ key, content, version }: DraftRow, as: 'fonema' | 'fhir'): SurveyExport {
  if (as === 'fonema')
    return { filename: `${key}.fonema-survey.json`, file: { format: surveyFileFormat, ...content }, losses: [] }
  const { questionnaire, losses } = questionnaireOfDraft(content, version !== null)
  return { filename: `${key}.fhir.json`, file: { ...questionnaire }, losses }
}
