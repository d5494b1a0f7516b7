import { SurveyDraft, type SurveyId } from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import { findSurveys, type SurveyRow } from '../queries.ts'
import { draftOf } from './from-versions.ts'

/**
 * The content of a new draft that begins as a copy of a survey in all languages of its version.
 *
 * @throws {InvalidFields} when there is no such survey in the organisation
 */
export async function copyOf(
  catalogue: Catalogue,
  tx: Tx,
  { copy_of, name }: { copy_of: SurveyId; name?: string | undefined },
): Promise<SurveyDraft> {
  const [survey] = await findSurveys(tx, [copy_of])
  if (survey === undefined) throw new InvalidFields({ copy_of: ['invalid'] })
  const all = await languagesOf(tx, survey)
  // The language that was chosen comes first.
  const codeOf = (row: SurveyRow) => catalogue.requireLocale(row.locale_id).code
  all.sort((a, b) => Number(b.id === copy_of) - Number(a.id === copy_of) || (codeOf(a) < codeOf(b) ? -1 : 1))
  const content = draftOf(
    all.map((row) => ({
      ...row.definition,
      key: row.key.startsWith(ownKeyPrefix) ? row.key.slice(ownKeyPrefix.length) : row.key,
      locale: codeOf(row),
      name: row.name,
      description: row.description,
      licence: row.licence,
      source: row.source,
    })),
  )
  // A survey from a file may exceed what a draft holds.
  if (!SurveyDraft.safeParse(content).success) throw new InvalidFields({ copy_of: ['invalid'] })
  if (name === undefined) return content
  const texts = Object.entries(content.texts).map(([locale, text]) => [locale, { ...text!, name }])
  return { ...content, texts: Object.fromEntries(texts) }
}

/** A survey in all languages of its version. */
export const languagesOf = (tx: Tx, { key, wording_version, organization_id }: SurveyRow): Promise<SurveyRow[]> =>
  tx
    .selectFrom('surveys')
    .selectAll()
    .where('key', '=', key)
    .where('wording_version', '=', wording_version)
    .where('organization_id', 'is not distinct from', organization_id)
    .execute()
