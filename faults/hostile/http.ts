import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from '../browser/chromium.ts'
import { signIn, startSession } from '../client.ts'
import type { Rig } from '../rig.ts'
import { malformedMessages } from './malformed-messages.ts'

/** Broken HTTP and broken forms, as bytes: refused with a 4xx or a closed connection, and then all is as before. */
export const http: Rig = {
  name: 'http',
  title:
    'Malformed HTTP and multipart over raw sockets: 4xx or a closed connection, flat memory, a server that answers',
  async run({ clinic, short, random }) {
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const port = Number(new URL(clinic.baseUrl).port)
    const target = {
      token: examiner.headers().authorization,
      item: `/api${session.pathOf(session.items[0]!)}`,
      file: `/api/files/${session.participantId}/`,
    }
    const messages = malformedMessages(target, random)
    const failures: string[] = []
    const statuses = new Map<string, number>()
    // One round to warm up: the first of anything takes memory for good.
    for (const { bytes } of messages) await exchange(port, bytes)
    const before = await residentMb(server.process.pid!)
    for (let round = 0; round < (short ? 1 : 10); round++)
      for (const { name, bytes } of messages) {
        const said = await exchange(port, bytes)
        const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 'closed'
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!/^4|closed/.test(status)) failures.push(`${name}: ${said.slice(0, 200)}`)
        if (/node_modules|\.ts:\d|fastify/i.test(said)) failures.push(`${name}: tells of its inside`)
      }
    const after = await residentMb(server.process.pid!)
    if (after > before * 1.25 + 30) failures.push(`memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`)
    if ((await examiner.get(session.path)).status !== 200) failures.push('the server does not answer afterwards')
    await server.kill()
    return {
      counts: {
        'kinds of message': messages.length,
        answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
        'memory (MB)': `${before.toFixed(0)} → ${after.toFixed(0)}`,
      },
      failures: [...new Set(failures)],
    }
  },
}

/** What the server says to these bytes until it closes, or is silent because it waits for more: then we close. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    let said = ''
    const end = () => {
      socket.destroy()
      resolve(said)
    }
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (/^HTTP\/1\.1 [2-5]\d\d[\s\S]*\r\n\r\n/.test(said)) void sleep(5).then(end)
    })
    socket.on('error', end).on('close', end)
    socket.write(bytes)
    void sleep(500).then(() => socket.end())
    void sleep(5_000).then(end)
  })
}
