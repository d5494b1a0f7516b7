import { createHash, sign } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, AsnUTCTimeConverter, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509'
import type { SigningCertificate } from './pkcs12.ts'

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}
const derNull = new Uint8Array([5, 0]).buffer

/** A detached signature of the bytes (CMS, RFC 5652) with SHA-256, as DER. */
export function signDetached(bytes: Buffer, { key, certificate, chain }: SigningCertificate, at: Date): Buffer {
  const digest = new OctetString(createHash('sha256').update(bytes).digest())
  const attribute = (attrType: string, value: ArrayBuffer) => new Attribute({ attrType, attrValues: [value] })
  // The elements of a SET are ordered by their bytes in DER.
  const signedAttrs = [
    attribute(oids.contentType, AsnObjectIdentifierConverter.toASN(oids.data).toBER()),
    attribute(oids.signingTime, AsnUTCTimeConverter.toASN(at).toBER()),
    attribute(oids.messageDigest, AsnConvert.serialize(digest)),
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)))
  const sha256 = new AlgorithmIdentifier({ algorithm: oids.sha256 })
  const isRsa = key.asymmetricKeyType === 'rsa'
  const { issuer, serialNumber } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: sha256,
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier(
      isRsa ? { algorithm: oids.rsa, parameters: derNull } : { algorithm: oids.ecdsaWithSha256 },
    ),
    signature: new OctetString(sign('sha256', bytesToSign(signedAttrs), key)),
  })
  const signed = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: new CertificateSet(
      [certificate, ...chain].map(
        ({ raw }) => new CertificateChoices({ certificate: AsnConvert.parse(raw, Certificate) }),
      ),
    ),
    signerInfos: new SignerInfos([signer]),
  })
  return derOf(new ContentInfo({ contentType: oids.signedData, content: AsnConvert.serialize(signed) }))
}

const derOf = (value: object) => Buffer.from(AsnConvert.serialize(value))

/** What the key signs: the attributes as a SET in DER (RFC 5652, section 5.4). */
export function bytesToSign(attributes: readonly Attribute[]): Buffer {
  const content = Buffer.concat(attributes.map(derOf))
  if (content.length > 0xff) throw new RangeError('the attributes are short')
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length]
  return Buffer.concat([Buffer.from([0x31, ...length]), content])
}
