import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a connection. Bytes count from its beginning, in the direction that is named. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'cut the request'; afterBytes: number }
  | { kind: 'delay the answer'; milliseconds: number }
  | { kind: 'lose the answer' }

export type Proxy = { baseUrl: string; close(): Promise<void> }

/** A TCP proxy before the server, which does to each connection what `nextFault` says. */
export async function openProxy(target: string, nextFault: () => Fault): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {}) // told by 'close'
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    join(client, upstream, nextFault())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as net.AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function join(client: net.Socket, upstream: net.Socket, fault: Fault) {
  let sent = 0
  client.on('data', (chunk) => {
    sent += chunk.length
    if (fault.kind === 'cut the request' && sent > fault.afterBytes) {
      upstream.resetAndDestroy()
      client.resetAndDestroy()
    } else if (!upstream.write(chunk)) {
      client.pause()
      upstream.once('drain', () => client.resume())
    }
  })
  upstream.on('data', async (chunk) => {
    // The first byte of the answer: the server has committed by now.
    if (fault.kind === 'lose the answer') return client.resetAndDestroy()
    if (fault.kind === 'delay the answer') await sleep(fault.milliseconds)
    if (!client.destroyed) client.write(chunk)
  })
  client.on('end', () => upstream.end())
}
