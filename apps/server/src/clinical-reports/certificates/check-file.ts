import { createHash, verify, X509Certificate } from 'node:crypto'
import { type CertificateChoices, ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { bytesToSign, oids } from './cms.ts'
import { sha256Of } from './pkcs12.ts'

/**
 * Whether the file's last signature covers every other byte, is correct, and was made with this certificate. It does not
 * check whether a reader trusts the certificate.
 *
 * @param sha256 of the certificate, in hexadecimal digits
 */
export function isSignedWith(pdf: Buffer, sha256: string): boolean {
  try {
    const parts = signedPartsOf(pdf)
    if (parts === undefined) return false
    const { signed, cms } = parts
    const { signer, certificate } = signerOf(cms, sha256)
    return (
      digestIn(signer).equals(createHash('sha256').update(signed).digest()) &&
      verify('sha256', bytesToSign(signer.signedAttrs!), certificate.publicKey, Buffer.from(signer.signature.buffer))
    )
  } catch {
    // The libraries throw for whatever is no signature.
    return false
  }
}

/** The signature and all bytes around it; undefined unless it lies alone in the only gap. */
function signedPartsOf(pdf: Buffer): { signed: Buffer; cms: Buffer } | undefined {
  const named = pdf.subarray(pdf.lastIndexOf('/ByteRange')).toString('latin1')
  const range = /^\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/.exec(named)?.slice(1).map(Number)
  if (range === undefined) return undefined
  const [before, after, length] = range as [number, number, number]
  const gap = pdf.subarray(before, after).toString('latin1')
  const opening = pdf.subarray(before - 10, before).toString('latin1')
  if (after + length !== pdf.length || opening !== '/Contents ' || !/^<([\da-f]{2})+>$/.test(gap)) return undefined
  const padded = Buffer.from(gap.slice(1, -1), 'hex')
  const cms = padded.subarray(0, lengthOf(padded))
  // Nothing hides behind the signature.
  if (padded.subarray(cms.length).some((byte) => byte !== 0)) return undefined
  return { signed: Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]), cms }
}

/** Bytes of the DER element at the beginning: tag, length in two to four bytes, content. */
function lengthOf(der: Buffer): number {
  const bytes = der[1]! - 0x80
  if (bytes < 1 || bytes > 3) throw new RangeError('no signature has this length')
  return 2 + bytes + der.readUIntBE(2, bytes)
}

function signerOf(cms: Buffer, sha256: string): { signer: SignerInfo; certificate: X509Certificate } {
  const { contentType, content } = AsnConvert.parse(cms, ContentInfo)
  const { certificates, signerInfos, encapContentInfo } = AsnConvert.parse(content, SignedData)
  const [signer] = signerInfos
  const certificate = [...(certificates ?? [])]
    .map((each: CertificateChoices) => new X509Certificate(Buffer.from(AsnConvert.serialize(each.certificate!))))
    .find((each) => sha256Of(each) === sha256)
  const isDetached = encapContentInfo.eContent === undefined
  if (contentType !== oids.signedData || signerInfos.length !== 1 || !isDetached || certificate === undefined)
    throw new Error('not a signature with this certificate')
  return { signer: signer!, certificate }
}

function digestIn({ signedAttrs }: SignerInfo): Buffer {
  const [value] = signedAttrs!.find(({ attrType }) => attrType === oids.messageDigest)!.attrValues
  return Buffer.from(AsnConvert.parse(value!, OctetString).buffer)
}
