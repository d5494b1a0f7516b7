import {
  type NewReportTemplate,
  type PrintedTemplate,
  type ReportContent,
  type ReportLanguage,
  type ReportTemplate,
  type ReportTemplateChanges,
  standardSettings,
  type TemplateId,
  type TemplateSettings,
} from '@fonema/contract'
import type { Selectable } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import './tables.ts'

type TemplateRow = Selectable<Tables['report_templates']>

export const listTemplates = async (tx: Tx): Promise<ReportTemplate[]> =>
  (await tx.selectFrom('report_templates').selectAll().execute()).map(toTemplate)

const toTemplate = ({ organization_id: _, updated_at, ...row }: TemplateRow): ReportTemplate => ({
  ...row,
  updated_at: updated_at.toISOString(),
})

const findTemplate = (tx: Tx, id: TemplateId): Promise<TemplateRow | undefined> =>
  tx.selectFrom('report_templates').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws {InvalidFields} when another template has the name */
async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isTaken = (error as { constraint?: string }).constraint === 'report_templates_name'
    throw isTaken ? new InvalidFields({ name: ['already_exists'] }) : error
  }
}

type Deps = { clock: Clock }

export async function addTemplate(
  { clock }: Deps,
  tx: Tx,
  { organizationId }: Pick<Principal, 'organizationId'>,
  { name, settings }: NewReportTemplate,
): Promise<ReportTemplate> {
  const now = clock.now()
  const row = {
    id: newId<TemplateId>(now),
    organization_id: organizationId,
    name,
    settings: JSON.stringify(settings),
    updated_at: now,
  }
  const insert = tx.insertInto('report_templates').values(row).returningAll()
  return toTemplate(await withUniqueName(() => insert.executeTakeFirstOrThrow()))
}

/** Changes a template as it was seen. The version rises only with what a report prints. */
export async function changeTemplate(
  { clock }: Deps,
  tx: Tx,
  id: TemplateId,
  { based_on, name, settings, is_default }: ReportTemplateChanges,
): Promise<ReportTemplate> {
  const row = await tx.selectFrom('report_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  if (based_on !== row.version) throw new AppError('conflict')
  if (is_default)
    await tx.updateTable('report_templates').set({ is_default: false }).where('is_default', '=', true).execute()
  const isOther = name !== undefined || settings !== undefined
  const changes = {
    ...(name !== undefined && { name }),
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
    ...(is_default !== undefined && { is_default }),
    version: isOther ? row.version + 1 : row.version,
    updated_at: clock.now(),
  }
  const update = tx.updateTable('report_templates').set(changes).where('id', '=', id).returningAll()
  return toTemplate(await withUniqueName(() => update.executeTakeFirstOrThrow()))
}

export async function removeTemplate(tx: Tx, id: TemplateId): Promise<void> {
  const removed = await tx.deleteFrom('report_templates').where('id', '=', id).returning('id').executeTakeFirst()
  if (removed === undefined) throw new AppError('not_found')
}

/** The template of a report: which one, and what the report copies of it. */
export type ChosenTemplate = { source: ReportContent['sources']['template']; printed: PrintedTemplate }

/** What a report in this language copies. The standard template has no name: nothing is said about it. */
export function printedOf(name: string, settings: TemplateSettings, language: ReportLanguage): PrintedTemplate {
  const { introduction, closing } = settings.texts[language]
  return { name, sections: settings.sections, measures: settings.measures, introduction, closing }
}

const standard = (language: ReportLanguage): ChosenTemplate => ({
  source: null,
  printed: printedOf('', standardSettings, language),
})

const chosen = ({ id, version, name, settings }: TemplateRow, language: ReportLanguage): ChosenTemplate => ({
  source: { id, version },
  printed: printedOf(name, settings, language),
})

/** What a new draft starts with. */
export type Start = { template: ChosenTemplate; settings: TemplateSettings }

/**
 * The template for a new draft. `id`: null for the standard one, undefined for the organisation's default.
 *
 * @throws {InvalidFields} when there is no such template
 */
export async function templateFor(tx: Tx, id: TemplateId | null | undefined, language: ReportLanguage): Promise<Start> {
  const all = tx.selectFrom('report_templates').selectAll()
  const row =
    id === null
      ? undefined
      : await (id === undefined ? all.where('is_default', '=', true) : all.where('id', '=', id)).executeTakeFirst()
  if (row !== undefined) return { template: chosen(row, language), settings: row.settings }
  if (id != null) throw new InvalidFields({ template: ['invalid'] })
  return { template: standard(language), settings: standardSettings }
}

/** What a report copied. Reports of earlier releases have the standard template. */
export const copiedTemplate = ({ template, sources, language }: ReportContent): ChosenTemplate =>
  template === undefined ? standard(language) : { source: sources.template, printed: template }

/** The current version of the same template; if it was deleted, the copy in the report. */
export async function renewedTemplate(tx: Tx, content: ReportContent): Promise<ChosenTemplate> {
  const { template } = content.sources
  const row = template === null ? undefined : await findTemplate(tx, template.id)
  return row === undefined ? copiedTemplate(content) : chosen(row, content.language)
}

/** The template's version now; null when it was deleted. */
export async function templateVersion(tx: Tx, id: TemplateId): Promise<number | null> {
  return (await findTemplate(tx, id))?.version ?? null
}
