import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import type { TestApp } from './open-app.ts'

type Wanted = { name?: string; from?: Date; until?: Date; bits?: number; password?: string }

/** A self-signed certificate with its key as PKCS#12, as an organisation would upload it. */
export function makeCertificate({
  name = 'Clínica Prueba',
  from = new Date('2020-01-01'),
  until = new Date('2120-01-01'),
  bits = 2048,
  password = 'clave ñ',
}: Wanted = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '0a'
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  // The types of the library name another kind of class here.
  const valueTagClass = forge.asn1.Type.UTF8 as number as forge.asn1.Class
  certificate.setSubject([{ name: 'commonName', value: name, valueTagClass }])
  certificate.setIssuer([{ name: 'commonName', value: name, valueTagClass }])
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyCertSign: true },
  ])
  certificate.sign(key, forge.md.sha256.create())
  const pkcs12 = (parts: forge.pki.Certificate[], withKey = true) => {
    const made = forge.pkcs12.toPkcs12Asn1(withKey ? key : (null as never), parts, password, { algorithm: 'aes256' })
    return Buffer.from(forge.asn1.toDer(made).getBytes(), 'binary')
  }
  return {
    password,
    p12: pkcs12([certificate]),
    withoutKey: () => pkcs12([certificate], false),
    pem: forge.pki.certificateToPem(certificate),
  }
}

type Made = { p12: Buffer; password: string }

export const uploadOf = ({ p12, password }: Made) => ({ p12: p12.toString('base64'), password })

export const upload = (demo: TestApp, headers: { authorization: string }, made: Made) =>
  demo.app.inject({ method: 'PATCH', url: '/api/organizations/certificate/', headers, payload: uploadOf(made) })
