import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a connection. Bytes count from its beginning, in the direction of the fault's name. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'cut the request'; afterBytes: number }
  | { kind: 'delay the answer'; milliseconds: number }
  | { kind: 'lose the answer' }

export type Proxy = { baseUrl: string; close(): Promise<void> }

type Pair = { client: net.Socket; upstream: net.Socket }

/** A TCP proxy in front of the server. `nextFault` decides what happens to each connection. */
export async function openProxy(target: string, nextFault: () => Fault): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const address = { port: Number(port), host: hostname }
  return listen(address, ({ client, upstream }) => join(client, upstream, nextFault()))
}

/** Connects each caller with the target; `begin` decides what passes between them. */
async function listen(target: net.NetConnectOpts, begin: (pair: Pair) => void) {
  const open = new Set<Pair>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target)
    const pair = { client, upstream }
    open.add(pair)
    for (const socket of [client, upstream]) {
      socket.on('error', () => {}) // reported by 'close'
      socket.once('close', () => {
        open.delete(pair)
        client.destroy()
        upstream.destroy()
      })
    }
    begin(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    open,
    async close() {
      for (const { client } of open) client.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The state of a line from now on, for all its connections. */
export type Weather =
  | { kind: 'fair' }
  | { kind: 'reset' }
  /** Nothing arrives any more, including bytes already on their way. */
  | { kind: 'silent' }
  | { kind: 'late'; milliseconds: number }
  | { kind: 'thin'; bytesPerSecond: number }
  /** Ends a connection when this many bytes have come back on it. */
  | { kind: 'cut'; afterBytes: number }
  /** Ends a connection instead of passing on bytes that contain these words, `times` times. */
  | { kind: 'lose'; words: string; times: number }

/** A connection to a database or a store whose state can be changed. */
export async function openLine(target: net.NetConnectOpts) {
  let weather: Weather = { kind: 'fair' }
  const lost = { count: 0 }
  const { port, open, close } = await listen(target, ({ client, upstream }) => {
    if (weather.kind === 'reset') client.resetAndDestroy()
    const back = { bytes: 0 }
    const pass = passOn({ client, upstream })
    pass(client, upstream, () => true)
    pass(upstream, client, (chunk) => {
      back.bytes += chunk.length
      if (weather.kind === 'cut' && back.bytes > weather.afterBytes) return false
      if (weather.kind !== 'lose' || weather.times === 0 || !chunk.includes(weather.words)) return true
      weather.times--
      lost.count++
      return false
    })
  })

  const passOn =
    ({ client, upstream }: Pair) =>
    (from: net.Socket, to: net.Socket, mayPass: (chunk: Buffer) => boolean) => {
      from.on('data', async (chunk) => {
        if (weather.kind === 'silent') return
        if (!mayPass(chunk)) {
          client.resetAndDestroy()
          upstream.destroy()
          return
        }
        if (weather.kind === 'late' || weather.kind === 'thin') {
          from.pause()
          await sleep(weather.kind === 'late' ? weather.milliseconds : (chunk.length / weather.bytesPerSecond) * 1000)
          from.resume()
        }
        if (to.destroyed || to.write(chunk)) return
        from.pause()
        to.once('drain', () => from.resume())
      })
      from.on('end', () => to.end())
    }

  return {
    port,
    close,
    lost,
    set(next: Weather) {
      weather = next
      if (next.kind === 'reset') for (const { client } of open) client.resetAndDestroy()
    },
  }
}
export type Line = Awaited<ReturnType<typeof openLine>>

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
