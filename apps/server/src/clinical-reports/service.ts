import type {
  ClinicalReportSummary,
  NewClinicalReport,
  ParticipantId,
  ReportDocument,
  ReportId,
  ReportSigning,
  ReportTextChanges,
  SessionId,
} from '@fonema/contract'
import { requireParticipant } from '../participants/service.ts'
import { type Clock, dayIn } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { canonicalJson, sha256Of } from './canonical.ts'
import type { Certificates } from './certificates/certificates.ts'
import type { Asked, ContentDeps } from './content.ts'
import { askedNow, requireCurrent, requireInputs } from './inputs.ts'
import { logoOf } from './letterhead.ts'
import type { PrintReport } from './printer.ts'
import * as queries from './queries.ts'
import { type ReportRow, type ShownReport, toSummary } from './queries.ts'
import { signerOf } from './signer.ts'
import { templateFor } from './templates.ts'

export type ReportDeps = ContentDeps & {
  database: Database
  clock: Clock
  print: PrintReport
  certificates: Certificates
}

type About = { participant_id: ParticipantId; session_id: SessionId }

export type ReportPath = { participant_id: ParticipantId; report_id: ReportId }

/** Finds a report of the examiner's own participant; reports of others are not found. */
export async function requireReport(tx: Tx, examiner: Examiner, path: ReportPath): Promise<ShownReport> {
  await requireParticipant(tx, examiner, path.participant_id)
  const found = await queries.findReport(tx, path.participant_id, path.report_id)
  if (found === undefined) throw new AppError('not_found')
  return found
}

/** The same, locked, if it is still a draft. */
async function requireDraft(tx: Tx, examiner: Examiner, path: ReportPath): Promise<ReportRow> {
  const { id } = await requireReport(tx, examiner, path)
  const row = await queries.lockReport(tx, id)
  if (row.state !== 'draft') throw new AppError('conflict')
  return row
}

export async function makeDraft(
  deps: ReportDeps,
  tx: Tx,
  examiner: Examiner,
  participant_id: ParticipantId,
  { session, language, ...choice }: NewClinicalReport,
): Promise<ClinicalReportSummary> {
  const year = Number(dayIn(examiner.timeZone, deps.clock.now()).slice(0, 4))
  const about = { participant_id, session_id: session }
  const { template, settings } = await templateFor(tx, choice.template, language)
  const asked = { language, paper: choice.paper ?? settings.paper, template }
  const { row, content } = await prepare(deps, tx, examiner, about, asked)
  const number = await queries.nextNumber(tx, examiner.organizationId, year)
  const { purpose } = settings.texts[language]
  const first = { ...row, purpose, number, version: 1, replaces: null, reason: null }
  const stored = await queries.insertReport(tx, first, content)
  return toSummary({ ...stored, is_amended: false })
}

/** The next version of a signed report, made of what is stored now, with the texts of the signed one. */
export async function amend(
  deps: ReportDeps,
  tx: Tx,
  examiner: Examiner,
  path: ReportPath,
  reason: string,
): Promise<ClinicalReportSummary> {
  const signed = await requireReport(tx, examiner, path)
  const { id, number, session_id, participant_id } = signed
  if (signed.state !== 'signed') throw new AppError('conflict')
  const asked = await askedNow(tx, signed)
  const { row, content } = await prepare(deps, tx, examiner, { participant_id, session_id }, asked)
  const next = {
    ...row,
    ...queries.textsOf(signed),
    number,
    version: await queries.nextVersion(tx, number),
    replaces: id,
    reason,
  }
  const stored = await withoutSecondDraft(() => queries.insertReport(tx, next, content))
  return toSummary({ ...stored, is_amended: false })
}

async function withoutSecondDraft<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new AppError('conflict')
    throw error
  }
}

async function prepare(deps: ReportDeps, tx: Tx, examiner: Examiner, about: About, asked: Asked) {
  const { made, json, sha256 } = await requireInputs(deps, tx, examiner, about, asked)
  const now = deps.clock.now()
  const row = {
    id: newId<ReportId>(now),
    organization_id: examiner.organizationId,
    ...about,
    examiner_id: examiner.examinerId,
    language: made.language,
    protocol: made.session.protocol,
    session_day: made.session.day,
    content_sha256: sha256,
    created_at: now,
    created_by: examiner.userId,
  }
  return { row, content: json }
}

/** Makes the content of a draft again from what is stored now. Number and typed texts stay. */
export async function remake(
  deps: ReportDeps,
  tx: Tx,
  examiner: Examiner,
  path: ReportPath,
): Promise<ClinicalReportSummary> {
  const draft = await requireDraft(tx, examiner, path)
  const { made, json, sha256 } = await requireInputs(deps, tx, examiner, draft, await askedNow(tx, draft))
  if (sha256 === draft.content_sha256) return toSummary({ ...draft, is_amended: false })
  await queries.changeContent(tx, draft.id, json)
  const remade = await queries.changeReport(tx, draft.id, {
    protocol: made.session.protocol,
    session_day: made.session.day,
    content_sha256: sha256,
    // Somebody who has seen only the earlier draft cannot sign this one.
    revision: draft.revision + 1,
  })
  return toSummary({ ...remade, is_amended: false })
}

/** Saves what the examiner typed. Another revision than the seen one is a conflict: somebody else changed it. */
export async function saveTexts(
  tx: Tx,
  examiner: Examiner,
  path: ReportPath,
  { based_on, ...texts }: ReportTextChanges,
): Promise<{ revision: number }> {
  const draft = await requireDraft(tx, examiner, path)
  const written = Object.entries(texts).filter(([, text]) => text !== undefined)
  const changes = Object.fromEntries(written.map(([name, text]) => [name, text ?? '']))
  const now = queries.textsOf({ ...draft, ...changes })
  // A repeat, after the first answer was lost.
  if (canonicalJson(now) === canonicalJson(queries.textsOf(draft))) return { revision: draft.revision }
  if (based_on !== draft.revision) throw new AppError('conflict')
  const { revision } = await queries.changeReport(tx, draft.id, { ...now, revision: draft.revision + 1 })
  return { revision }
}

export async function revoke(deps: ReportDeps, tx: Tx, examiner: Examiner, path: ReportPath) {
  const { id } = await requireDraft(tx, examiner, path)
  const revoked = { state: 'revoked' as const, revoked_at: deps.clock.now(), revoked_by: examiner.userId }
  return toSummary({ ...(await queries.changeReport(tx, id, revoked)), is_amended: false })
}

/** A version as its document: the content that its draft fixed, its texts and its signature. */
export async function documentOf(tx: Tx, row: ReportRow): Promise<ReportDocument> {
  return {
    number: row.number,
    version: row.version,
    reason: row.reason,
    made_at: row.created_at.toISOString(),
    content: JSON.parse(await queries.findContent(tx, row.id)),
    texts: queries.textsOf(row),
    signature: queries.signatureOf(row),
  }
}

/**
 * Signs a draft as it was seen. Prints it between two transactions: the second signs only the revision that was printed.
 * The caller has proven who they are.
 */
export async function sign(
  deps: ReportDeps,
  examiner: Examiner,
  path: ReportPath,
  { based_on, even_without_certificate = false }: Pick<ReportSigning, 'based_on' | 'even_without_certificate'>,
): Promise<ClinicalReportSummary> {
  const { database, clock, print, certificates } = deps
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.tenant(examiner.organizationId, work)
  const seen = async (tx: Tx) => {
    const draft = await requireDraft(tx, examiner, path)
    if (draft.revision !== based_on) throw new AppError('conflict')
    await requireCurrent(deps, tx, examiner, draft)
    return draft
  }
  const unsigned = await within(async (tx) => {
    const document = await documentOf(tx, await seen(tx))
    const { content } = document
    return {
      document,
      signer: await signerOf(tx, examiner, content.language),
      logo: await logoOf(tx, content),
      certificate: await certificates.ready(tx, even_without_certificate),
    }
  })
  const { certificate } = unsigned
  const { words } = unsigned.document.content
  const at = clock.now()
  const signature = {
    ...unsigned.signer,
    at: at.toISOString(),
    time_zone: examiner.timeZone,
    meaning: words.meaning!,
    ...(certificate !== null && { certificate: { subject: certificate.subject, sha256: certificate.sha256 } }),
  }
  const document = { ...unsigned.document, signature }
  const json = canonicalJson(document)
  const printed = await print(document, unsigned.logo)
  const { name, meaning: reason } = signature
  const pdf = certificate === null ? printed : await certificates.sign(printed, certificate.file, { name, reason, at })
  return within(async (tx) => {
    const { id, organization_id } = await seen(tx)
    await queries.insertDocument(tx, { report_id: id, organization_id, pdf, document: json })
    const signed = await queries.changeReport(tx, id, {
      state: 'signed',
      signed_at: at,
      signed_by: examiner.userId,
      signer_name: signature.name,
      signer_role: signature.role,
      signer_time_zone: signature.time_zone,
      meaning: signature.meaning,
      pdf_sha256: sha256Of(pdf),
      json_sha256: sha256Of(json),
      certificate_subject: certificate?.subject ?? null,
      certificate_sha256: certificate?.sha256 ?? null,
    })
    return toSummary({ ...signed, is_amended: false })
  })
}
