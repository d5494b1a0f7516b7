import forge from 'node-forge'

const day = 86_400_000
const newKeys = () => forge.pki.rsa.generateKeyPair(2048)

/** A certificate authority of its own for servers with https, as a house has one. */
export function createAuthority() {
  const keys = newKeys()
  const subject = [{ name: 'commonName', value: 'House authority' }]
  const own = certificateOf(keys.publicKey, subject)
  own.setIssuer(subject)
  own.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ])
  own.sign(keys.privateKey, forge.md.sha256.create())

  return {
    pem: forge.pki.certificateToPem(own),
    /** A server's key and certificate for these names, valid now unless said otherwise. */
    issue(names: readonly string[], { from, until }: { from?: Date; until?: Date } = {}) {
      const server = newKeys()
      const certificate = certificateOf(server.publicKey, [{ name: 'commonName', value: names[0]! }])
      certificate.setIssuer(subject)
      if (from !== undefined) certificate.validity.notBefore = from
      if (until !== undefined) certificate.validity.notAfter = until
      // 7: an address; 2: a name.
      const altNames = names.map((name) => (/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name }))
      certificate.setExtensions([{ name: 'subjectAltName', altNames }])
      certificate.sign(keys.privateKey, forge.md.sha256.create())
      return {
        key: forge.pki.privateKeyToPem(server.privateKey),
        cert: forge.pki.certificateToPem(certificate),
      }
    },
  }
}
export type Authority = ReturnType<typeof createAuthority>

function certificateOf(publicKey: forge.pki.PublicKey, subject: forge.pki.CertificateField[]) {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = forge.util.bytesToHex(forge.random.getBytesSync(15)).replace(/^./, '1')
  certificate.validity.notBefore = new Date(Date.now() - 2 * day)
  certificate.validity.notAfter = new Date(Date.now() + 30 * day)
  certificate.setSubject(subject)
  return certificate
}
