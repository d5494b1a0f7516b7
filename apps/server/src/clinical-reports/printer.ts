import type { ReportDocument } from '@fonema/contract'
import { createThread } from './thread.ts'

/** `logo`: the bytes of the logo that the report names; null when it names none. */
export type PrintReport = (report: ReportDocument, logo: Buffer | null) => Promise<Buffer>

/** What the thread prints. */
export type Printing = { report: ReportDocument; logo: Uint8Array | null }

/** Prints reports in a thread of their own. */
export function createReportPrinter(): PrintReport {
  const print = createThread<Printing, Uint8Array>('print-thread.ts')
  return async (report, logo) => Buffer.from(await print({ report, logo }))
}
