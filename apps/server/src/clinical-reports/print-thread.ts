import { parentPort } from 'node:worker_threads'
import { printReport } from './print.ts'
import type { Printing } from './printer.ts'

/** Answers each report with its PDF (printer.ts). */
parentPort?.on('message', async ({ id, work: { report, logo } }: { id: number; work: Printing }) => {
  try {
    const answer = new Uint8Array(await printReport(report, logo === null ? null : Buffer.from(logo)))
    parentPort?.postMessage({ id, answer }, [answer.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).stack ?? String(error) })
  }
})
