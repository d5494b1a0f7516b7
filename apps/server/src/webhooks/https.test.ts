import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type Authority, createAuthority } from '../../testing/tls-authority.ts'
import type { Address } from './address.ts'
import { sendOnce } from './send.ts'

const host = 'hooks.hospital.example'

/** A receiver with https on this machine, to which `host` resolves, as a hospital's network would. */
async function startSecureReceiver({ key, cert }: ReturnType<Authority['issue']>) {
  const received: { host: string | undefined; name: unknown; body: string }[] = []
  const server = createServer({ key, cert }, async (request, reply) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { servername: name } = request.socket as unknown as { servername: unknown }
    received.push({ host: request.headers.host, name, body })
    reply.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const asked: string[] = []
  const resolve = async (name: string): Promise<Address[]> => {
    asked.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const send = (name = host) =>
    sendOnce(
      { rule: { permits: () => true }, resolve },
      `https://${name}:${port}/hook`,
      { 'content-type': 'application/json' },
      '{"type":"test"}',
    )
  return { received, asked, send, port }
}

/** As `NODE_EXTRA_CA_CERTS` does for the authority of a house. */
function trust({ pem }: Authority): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, pem])
  onTestFinished(() => setDefaultCACertificates(before))
}

test('a receiver whose certificate a trusted authority signed for its name gets the event by https', async () => {
  const authority = createAuthority()
  trust(authority)
  const { received, asked, send, port } = await startSecureReceiver(authority.issue([host]))
  expect(await send()).toEqual({ failure: null, status: 204, text: null })
  // The connection goes to the checked address, and the name is the one in the certificate.
  expect(asked).toEqual([host])
  expect(received).toEqual([{ host: `${host}:${port}`, name: host, body: '{"type":"test"}' }])
})

test('nothing is sent to a receiver whose certificate cannot be believed', async () => {
  const [authority, stranger] = [createAuthority(), createAuthority()]
  trust(authority)
  const certificates = {
    'of an unknown authority': stranger.issue([host]),
    'for another name': authority.issue(['other.hospital.example']),
    'for the address alone': authority.issue(['127.0.0.1']),
    'that is over': authority.issue([host], { until: new Date(Date.now() - 86_400_000) }),
    'that is not valid yet': authority.issue([host], { from: new Date(Date.now() + 86_400_000) }),
  }
  for (const [name, certificate] of Object.entries(certificates)) {
    const { received, send } = await startSecureReceiver(certificate)
    expect({ name, ...(await send()), received }).toEqual({
      name,
      failure: 'insecure',
      status: null,
      text: null,
      received: [],
    })
  }
})
