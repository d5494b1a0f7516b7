import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn, startSession } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { openUploads } from '../storage/uploads.ts'
import { callingTimes, quantile } from './times.ts'

/** F18: clients that send a little now and then, and keep their connections open. */
export const slowClients: Scenario = {
  name: 'slow-clients',
  longOnly: true,
  title: 'Connections send their head, a recording or an anonymous body slowly: other calls are answered',
  async run({ clinic, short }) {
    const [heads, bodies, anonymous, seconds] = short ? [50, 10, 150, 30] : [500, 50, 1_500, 300]
    const server = await clinic.startServer()
    const uploads = await openUploads(clinic)
    const slow = await openSlow(clinic, heads, bodies)
    const strangers = openAnonymous(clinic, anonymous)
    const failures = new Set<string>()
    const reads: number[] = []
    const slowOnes = { 'slow heads': heads, 'slow recordings': bodies, 'slow anonymous bodies': anonymous }
    const counts = { ...slowOnes, seconds, reads: 0, 'recordings taken': 0 }
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
      slow.renew()
      strangers.renew()
      const { status, milliseconds } = await callingTimes(() => uploads.examiner.get('/user/participants/'))
      if (status === 401) await uploads.examiner.renew()
      else if (status !== 200) failures.add(`a read was answered ${status}`)
      reads.push(milliseconds)
      counts.reads++
      if (counts.reads % 20 !== 1) continue
      if (await uploads.record()) counts['recordings taken']++
      else failures.add('a recording was not accepted')
    }
    slow.close()
    strangers.close()
    const p95 = quantile(reads, 0.95)
    if (!short && p95 >= 1_000) failures.add('one read in twenty took a second and more')
    // A head may take twenty seconds, and the server checks every five.
    if (slow.ended() < heads) failures.add(`of ${heads} heads that never end ${slow.ended()} were cut off`)
    const { ended, refused, longestSeconds } = strangers.seen
    if (ended < anonymous) failures.add(`of ${anonymous} anonymous bodies that never end ${ended} were cut off`)
    if (!short && longestSeconds > 30) failures.add('an anonymous body was open for more than 30 s')
    const { failures: lost } = await uploads.result(server)
    await server.kill()
    return {
      counts: {
        ...counts,
        'heads cut off': slow.ended(),
        'anonymous bodies cut off': ended,
        'of them refused': refused,
        'open at most': `${longestSeconds.toFixed(0)} s`,
        'reads, p95': `${p95.toFixed(0)} ms`,
      },
      failures: [...failures, ...lost],
    }
  },
}

/** Keeps this many connections open; when the server ends one, another one opens. */
async function openSlow(clinic: Clinic, heads: number, bodies: number) {
  const { hostname, port } = new URL(clinic.baseUrl)
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  const head = 'GET /api/health HTTP/1.1\r\nHost: a\r\n'
  const upload = [
    `POST /api${session.pathOf(session.items[0]!)} HTTP/1.1`,
    ...['Host: a', 'Content-Type: multipart/form-data; boundary=slow', 'Content-Length: 900000'],
    `Authorization: ${examiner.headers().authorization}`,
    ...['', '--slow', 'Content-Disposition: form-data; name="speech"; filename="a.wav"', '', ''],
  ].join('\r\n')
  let ended = 0
  let isOver = false
  const open = (isBody: boolean) => {
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => {}) // the server is expected to end it
    socket.once('close', () => {
      if (!isBody && !isOver) ended++
    })
    socket.resume() // reads the server’s last answer
    socket.write(isBody ? upload : head)
    return { socket, isBody }
  }
  const places = Array.from({ length: heads + bodies }, (_, place) => open(place >= heads))
  const drip = setInterval(() => {
    for (const { socket, isBody } of places)
      if (socket.writable) socket.write(isBody ? Buffer.alloc(1_000, 1) : 'X-A: b\r\n')
  }, 1_000)
  return {
    ended: () => ended,
    renew() {
      for (const [place, { socket, isBody }] of places.entries()) if (socket.destroyed) places[place] = open(isBody)
    },
    close() {
      isOver = true
      clearInterval(drip)
      for (const { socket } of places) socket.destroy()
    },
  }
}

/** Connections without a session: half of the bodies are sign-ins, the others are refused before they are read. */
function openAnonymous(clinic: Clinic, count: number) {
  const { port } = new URL(clinic.baseUrl)
  const seen = { ended: 0, refused: 0, longestSeconds: 0 }
  let isOver = false
  const open = (path: string) => {
    // They have their own address, so their limit does not affect the clinic's.
    const socket = net.connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' })
    const begun = performance.now()
    socket.on('error', () => {}) // the server is expected to end it
    socket.once('data', () => seen.refused++)
    socket.once('close', () => {
      if (isOver) return
      seen.ended++
      seen.longestSeconds = Math.max(seen.longestSeconds, (performance.now() - begun) / 1000)
    })
    socket.write(
      [
        `POST /api${path} HTTP/1.1`,
        ...['Host: a', 'Content-Type: application/json', 'Content-Length: 100000', '', '{"email":"'],
      ].join('\r\n'),
    )
    return { socket, path }
  }
  const places = Array.from({ length: count }, (_, place) =>
    open(place % 2 ? '/user/api/token/' : '/user/participants/'),
  )
  const drip = setInterval(() => {
    for (const { socket } of places) if (socket.writable) socket.write('xx')
  }, 1_000)
  return {
    seen,
    renew() {
      for (const [place, { socket, path }] of places.entries()) if (socket.destroyed) places[place] = open(path)
    },
    close() {
      isOver = true
      clearInterval(drip)
      for (const { socket } of places) socket.destroy()
    },
  }
}
