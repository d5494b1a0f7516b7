import type { CertificateFault } from '@fonema/contract'
import { createThread } from '../thread.ts'
import type { CertificateFacts } from './pkcs12.ts'
import type { FileSigning } from './sign-file.ts'

/** A PKCS#12 file with its password. */
export type Pkcs12 = { p12: Uint8Array; password: string }
export type CertificateWork = Pkcs12 & { sign?: FileSigning & { pdf: Uint8Array } }
export type CertificateAnswer = { fault: CertificateFault } | { facts: CertificateFacts } | { pdf: Uint8Array }

export type CertificateWorker = {
  /** The facts of a certificate that can sign, or why it cannot. */
  read(file: Pkcs12): Promise<{ fault: CertificateFault } | { facts: CertificateFacts }>
  sign(pdf: Buffer, file: Pkcs12, signing: FileSigning): Promise<Buffer>
}

/** A file may ask for millions of rounds of its password, so it is opened in a thread with a limit. */
export function createCertificateWorker(): CertificateWorker {
  const send = createThread<CertificateWork, CertificateAnswer>('certificates/certificate-thread.ts')
  return {
    async read(file) {
      const answer = await send(file)
      if ('pdf' in answer) throw new Error('asked for facts')
      return answer
    },
    async sign(pdf, file, signing) {
      const answer = await send({ ...file, sign: { ...signing, pdf } })
      if (!('pdf' in answer)) throw new Error('a stored certificate is one that signs')
      return Buffer.from(answer.pdf)
    },
  }
}
