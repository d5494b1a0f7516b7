import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { Signer, SignPdf } from '@signpdf/signpdf'
import { signDetached } from './cms.ts'
import type { SigningCertificate } from './pkcs12.ts'

export type FileSigning = {
  /** The person who signed the report. */
  name: string
  /** What the signature means. */
  reason: string
  at: Date
}

/**
 * Appends a signature of the whole file (`adbe.pkcs7.detached`). The printed bytes before it stay unchanged.
 */
export function signFile(
  pdf: Buffer,
  certificate: SigningCertificate,
  { name, reason, at }: FileSigning,
): Promise<Buffer> {
  const certificates = [certificate.certificate, ...certificate.chain]
  const placed = plainAddPlaceholder({
    pdfBuffer: pdf,
    reason,
    name,
    location: '',
    contactInfo: '',
    signingTime: at,
    // The signature holds the certificates.
    signatureLength: certificates.reduce((sum, { raw }) => sum + raw.length, 2048),
  })
  return new SignPdf().sign(withId(placed, pdf), new CertificateSigner(certificate), at)
}

class CertificateSigner extends Signer {
  readonly #certificate: SigningCertificate
  constructor(certificate: SigningCertificate) {
    super()
    this.#certificate = certificate
  }
  override async sign(pdf: Buffer, at = new Date()): Promise<Buffer> {
    return signDetached(pdf, this.#certificate, at)
  }
}

/** PDF/A requires the identifier of the file in its last trailer too; the library leaves it out. */
function withId(placed: Buffer, printed: Buffer): Buffer {
  const trailer = printed.subarray(printed.lastIndexOf('trailer')).toString('latin1')
  const id = /\/ID \[[^\]]+\]\n/.exec(trailer)?.[0]
  const end = placed.lastIndexOf('>>\nstartxref')
  if (id === undefined || end < 0) throw new Error('the printed file has no identifier')
  return Buffer.concat([placed.subarray(0, end), Buffer.from(id, 'latin1'), placed.subarray(end)])
}
