import {
  countsIn,
  type Locale,
  type OrganizationId,
  type ScoreRule,
  SurveyDraft,
  type SurveyId,
  type SurveyImportPreview,
  type SurveySummary,
} from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import type { SurveyFile } from '../../content/survey-file.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { offerInsteadOfOlder } from '../offer.ts'
import type { SurveyRow } from '../queries.ts'
import { summaryOf } from '../view.ts'
import { SurveyFileError } from './read-json.ts'
import { type ReadSurveys, readSurveyFile, requireComplete, withRule } from './read-survey-file.ts'
import '../../content/tables.ts'
import '../../organization/tables.ts'

type ImportedFile = {
  bytes: Buffer
  /** The locale of a questionnaire that does not state its language. */
  locale: Locale
  rule: ScoreRule | null
}

const maxLosses = 300

/** @throws {AppError} `invalid_survey_file`, with the problem and its place; {InvalidFields} for the rule */
export function readImport({ bytes, locale, rule }: ImportedFile, locales: readonly Locale[]): ReadSurveys {
  const read = readOrRefuse(() => requireComplete(readSurveyFile(bytes, locales, locale)))
  if (rule === null) return read
  const surveys = read.surveys.map((survey) => withRule(survey, rule))
  if (surveys.some((survey) => survey === undefined)) throw new InvalidFields({ rule: ['invalid'] })
  return { ...read, surveys: surveys as SurveyFile[] } // none is undefined
}

/** A file for the builder, which may be incomplete. @throws {AppError} `invalid_survey_file` */
export const readForDraft = ({ bytes, locale }: Omit<ImportedFile, 'rule'>, locales: readonly Locale[]): ReadSurveys =>
  readOrRefuse(() => readSurveyFile(bytes, locales, locale))

function readOrRefuse(read: () => ReadSurveys): ReadSurveys {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SurveyFileError)) throw error
    const { problem, path } = error
    throw new AppError('invalid_survey_file', { problem, path: path.slice(0, 300) }, { cause: error })
  }
}

/** A draft within its limits: a file may exceed them. @throws {AppError} `invalid_survey_file` */
export function requireDraft(content: SurveyDraft): SurveyDraft {
  const { data, error } = SurveyDraft.safeParse(content)
  if (error === undefined) return data
  const path = error.issues[0]!.path.join('.').slice(0, 300)
  throw new AppError('invalid_survey_file', { problem: 'wrong_value', path }, { cause: error })
}

/** What an import of the file would do. Nothing is stored. */
export async function previewSurveys(tx: Tx, catalogue: Catalogue, read: ReadSurveys): Promise<SurveyImportPreview> {
  const { format, surveys, licence, source, says_language, losses } = read
  const [first] = surveys as [SurveyFile]
  return {
    format,
    name: first.name,
    description: first.description,
    locales: surveys.map(({ locale }) => catalogue.locales.find(({ code }) => code === locale)!),
    says_language,
    wording_version: (await newestVersion(tx, first.key)) + 1,
    licence,
    source,
    sections: first.sections.map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => ({
        name: field.name,
        label: field.label,
        type: field.type,
        required: field.required === true,
        is_conditional: field.show_when !== undefined,
        options: (field.options ?? []).map(({ label, score }) => (score === undefined ? label : `${label} (${score})`)),
        counts: countsIn(field),
      })),
    })),
    scores: first.scores.map(({ label }) => label),
    losses: losses.slice(0, maxLosses),
    loss_count: losses.length,
  }
}

/**
 * Stores a file's surveys as the organisation's own and offers them to its examiners. An existing survey gets a new
 * wording, which replaces the older one wherever it was assigned. Earlier responses keep the wording that they
 * answered.
 */
export async function storeSurveys(
  { clock, catalogue }: { clock: Clock; catalogue: Catalogue },
  tx: Tx,
  organizationId: OrganizationId,
  { surveys }: ReadSurveys,
  terms: { licence: string; source: string },
): Promise<SurveySummary[]> {
  // Prevents two concurrent imports from creating the same wording.
  await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
  const wording_version = (await newestVersion(tx, surveys[0]!.key)) + 1
  const stored: SurveyRow[] = []
  for (const { key, locale, licence: _, source: __, wording_version: ___, name, description, ...rest } of surveys) {
    const row = await tx
      .insertInto('surveys')
      .values({
        id: newId<SurveyId>(clock.now()),
        organization_id: organizationId,
        key,
        wording_version,
        locale_id: catalogue.locales.find(({ code }) => code === locale)!.id,
        name,
        description,
        ...terms,
        definition: JSON.stringify(rest),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await offerInsteadOfOlder(tx, organizationId, row)
    stored.push(row)
  }
  return stored.map((survey) => summaryOf(catalogue, survey))
}

async function newestVersion(tx: Tx, key: string): Promise<number> {
  const { newest } = await tx
    .selectFrom('surveys')
    .select((eb) => eb.fn.max('wording_version').as('newest'))
    .where('key', '=', key)
    .where('organization_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}
