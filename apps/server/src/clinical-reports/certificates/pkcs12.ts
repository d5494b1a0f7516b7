import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { CertificateFault } from '@fonema/contract'
import forge from 'node-forge'

/** A certificate that can sign: its key, and the certificates of those who issued it as far as the file has them. */
export type SigningCertificate = { key: KeyObject; certificate: X509Certificate; chain: X509Certificate[] }

const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids as Record<string, string>
const minRsaBits = 2048
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/**
 * The certificate of a PKCS#12 file (RFC 7292) with its private key, or why it cannot sign. Slow for a file with many
 * rounds of its password: called in a thread.
 */
export function openPkcs12(p12: Buffer, password: string): SigningCertificate | CertificateFault {
  const opened = open(p12, password)
  if (typeof opened === 'string') return opened
  const bagsOf = (bagType: string) => opened.getBags({ bagType })[bagType] ?? []
  const [keyInFile] = [...bagsOf(pkcs8ShroudedKeyBag!), ...bagsOf(keyBag!)]
  if (keyInFile === undefined) return 'no_private_key'
  const key = keyIn(keyInFile)
  if (key === undefined) return 'unsupported_key'
  const certificates = bagsOf(certBag!).map((bag) => new X509Certificate(derOf(bag.asn1 ?? certificateIn(bag))))
  const certificate = certificates.find((each) => each.checkPrivateKey(key))
  if (certificate === undefined) return 'no_certificate'
  return { key, certificate, chain: certificates.filter((each) => each !== certificate) }
}

function open(p12: Buffer, password: string) {
  try {
    const asn1 = forge.asn1.fromDer(forge.util.createBuffer(p12.toString('binary')))
    return forge.pkcs12.pkcs12FromAsn1(asn1, false, password)
  } catch (error) {
    // The library has no codes.
    return /password|decrypt/i.test((error as Error).message) ? 'wrong_password' : 'unreadable'
  }
}

const derOf = (asn1: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary')

/** The library parses RSA; of everything else it keeps the ASN.1. */
const certificateIn = ({ cert }: forge.pkcs12.Bag) => forge.pki.certificateToAsn1(cert!)

function keyIn({ key, asn1 }: forge.pkcs12.Bag): KeyObject | undefined {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1
  const read = createPrivateKey({ key: derOf(info), format: 'der', type: 'pkcs8' })
  const { modulusLength = 0, namedCurve = '' } = read.asymmetricKeyDetails!
  const isStrong = read.asymmetricKeyType === 'rsa' ? modulusLength >= minRsaBits : curves.includes(namedCurve)
  return isStrong ? read : undefined
}

export type CertificateFacts = {
  /** The common name, or else the whole name. */
  subject: string
  issuer: string
  valid_from: string
  valid_until: string
  /** The hash of the certificate, in hexadecimal digits. */
  sha256: string
}

export const factsOf = (certificate: X509Certificate): CertificateFacts => ({
  subject: nameIn(certificate.subject),
  issuer: nameIn(certificate.issuer),
  valid_from: certificate.validFromDate.toISOString(),
  valid_until: certificate.validToDate.toISOString(),
  sha256: sha256Of(certificate),
})

export const sha256Of = ({ fingerprint256 }: X509Certificate) => fingerprint256.replaceAll(':', '').toLowerCase()

/** `Clinic` from the line `CN=Clinic` of a distinguished name; without one, the whole name. */
const nameIn = (lines: string) => /^CN=(.+)$/m.exec(lines)?.[1] ?? lines.replaceAll('\n', ', ')
