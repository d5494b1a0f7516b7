import { parentPort } from 'node:worker_threads'
import type { CertificateAnswer, CertificateWork } from './certificate-worker.ts'
import { factsOf, openPkcs12 } from './pkcs12.ts'
import { signFile } from './sign-file.ts'

/** Opens PKCS#12 files, and signs with them (certificate-worker.ts). */
async function answerTo(work: CertificateWork): Promise<CertificateAnswer> {
  const opened = openPkcs12(Buffer.from(work.p12), work.password)
  if (typeof opened === 'string') return { fault: opened }
  if (work.sign === undefined) return { facts: factsOf(opened.certificate) }
  const { pdf, ...signing } = work.sign
  return { pdf: new Uint8Array(await signFile(Buffer.from(pdf), opened, signing)) }
}

parentPort?.on('message', async ({ id, work }: { id: number; work: CertificateWork }) => {
  try {
    parentPort?.postMessage({ id, answer: await answerTo(work) })
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).stack ?? String(error) })
  }
})
