import { judgeAnswers, type SurveyId, type SurveyResponseId } from '@fonema/contract'
import type { SurveyDefinition } from '../content/survey-file.ts'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import '../content/tables.ts'
import { headerOf, surveyColumns } from './columns.ts'
import { fileName } from './names.ts'
import { type Content, isInRange, isTheirs, paged, subjectOf } from './scope.ts'

type FilledSurvey = { path: string; header: string[]; rows: AsyncGenerator<CsvCell[]>; described: CsvCell[][] }

/** A table for each survey with responses: its fields as columns, then its sums. */
export async function* surveyTables(content: Content): AsyncGenerator<FilledSurvey> {
  const { tx, catalogue } = content
  const surveys = await tx
    .selectFrom('surveys')
    .selectAll()
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('survey_responses as r')
          .innerJoin('participants', 'participants.id', 'r.participant_id')
          .select('r.id')
          .whereRef('r.survey_id', '=', 'surveys.id')
          .where(isTheirs(content))
          .where(isInRange(content, 'r.date_created')),
      ),
    )
    .orderBy('surveys.name')
    .orderBy('surveys.id')
    .execute()
  for (const survey of surveys) {
    const { key, wording_version, definition } = survey
    const path = `surveys/${fileName(`${key}_v${wording_version}_${catalogue.requireLocale(survey.locale_id).code}`)}.csv`
    const fields = definition.sections.flatMap((section) => section.fields)
    const sums = definition.scores.map(({ name }) => `score_${name}`)
    yield {
      path,
      header: [...headerOf(surveyColumns), ...fields.map(({ name }) => name), ...sums],
      rows: responseRows(content, survey),
      described: [
        ...fields.map(({ name, type, label }) => [path, name, type, label]),
        ...definition.scores.map(({ name, label }) => [path, `score_${name}`, '', label]),
      ],
    }
  }
}

type Survey = { id: SurveyId; definition: SurveyDefinition }

async function* responseRows(content: Content, { id, definition }: Survey): AsyncGenerator<CsvCell[]> {
  const fields = definition.sections.flatMap((section) => section.fields)
  const rows = paged((after: SurveyResponseId, limit) =>
    content.tx
      .selectFrom('survey_responses')
      .innerJoin('participants', 'participants.id', 'survey_responses.participant_id')
      .selectAll('survey_responses')
      .select('participants.code')
      .where('survey_responses.id', '>', after)
      .where('survey_responses.survey_id', '=', id)
      .where(isTheirs(content))
      .where(isInRange(content, 'survey_responses.date_created'))
      .orderBy('survey_responses.id')
      .limit(limit)
      .execute(),
  )
  for await (const row of rows)
    yield [
      subjectOf(content, { id: row.participant_id, code: row.code }),
      row.id,
      row.date_created.toISOString(),
      row.active,
      content.names.get(row.examiner_id) ?? null,
      ...fields.map(({ name }) => cellOf(row.answers[name])),
      ...judgeAnswers(fields, definition, row.answers).scores.map(({ value }) => value),
    ]
}

const cellOf = (value: unknown): CsvCell => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.join('; ') : String(value)
}
