import type { ReportDocument, ReportVerification } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { canonicalJson, sha256Of } from './canonical.ts'
import { isSignedWith } from './certificates/check-file.ts'
import { layoutVersion } from './layout.ts'
import { logoOf } from './letterhead.ts'
import type { PrintReport } from './printer.ts'
import * as queries from './queries.ts'
import { documentOf } from './service.ts'

export type Stored = {
  document: ReportDocument
  row: queries.ReportRow
  pdf: Buffer | null
  json: string | null
  logo: Buffer | null
}

export async function readStored(tx: Tx, row: queries.ReportRow): Promise<Stored> {
  const stored = await queries.findDocument(tx, row.id)
  const document = await documentOf(tx, row)
  const logo = await logoOf(tx, document.content)
  return { document, row, pdf: stored?.pdf ?? null, json: stored?.document ?? null, logo }
}

/**
 * Compares everything that is stored of a signed report. The row, its content and its texts make the JSON again; the JSON
 * makes the file again, unless this release prints another layout.
 */
export async function verify(
  { document, row, pdf, json, logo }: Stored,
  print: PrintReport,
): Promise<ReportVerification> {
  const faults = new Set<ReportVerification['faults'][number]>()
  const again = canonicalJson(document)
  if (sha256Of(canonicalJson(document.content)) !== row.content_sha256) faults.add('row')
  if (json === null || sha256Of(json) !== row.json_sha256) faults.add('json')
  if (json !== again) faults.add('signature')
  if (pdf === null || sha256Of(pdf) !== row.pdf_sha256) faults.add('pdf')
  const isFileSigned = row.certificate_sha256 !== null
  if (isFileSigned && (pdf === null || !isSignedWith(pdf, row.certificate_sha256!))) faults.add('certificate')
  const reprint = await reprintOf(document, { pdf, logo, isFileSigned }, print)
  if (reprint === 'different') faults.add('pdf')
  return { intact: faults.size === 0, faults: [...faults], reprint, pdf_sha256: row.pdf_sha256 }
}

async function reprintOf(
  document: ReportDocument,
  { pdf, logo, isFileSigned }: Pick<Stored, 'pdf' | 'logo'> & { isFileSigned: boolean },
  print: PrintReport,
): Promise<ReportVerification['reprint']> {
  // The reports of the first layout do not name it.
  if ((document.content.layout ?? 1) !== layoutVersion) return 'other_layout'
  try {
    const printed = await print(document, logo)
    // The file's own signature follows what was printed.
    const stored = isFileSigned ? pdf?.subarray(0, printed.length) : pdf
    return stored && printed.equals(stored) ? 'equal' : 'different'
  } catch {
    // The thread is ended at its limit. Damaged content may not be printable at all.
    return 'failed'
  }
}
