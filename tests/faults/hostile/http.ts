import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from '../browser/chromium.ts'
import { signIn, startSession } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { malformedMessages } from './malformed-messages.ts'

/** Malformed HTTP and forms, as bytes: answered by a 4xx or a closed connection, and nothing changes afterwards. */
export const http: Scenario = {
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
    // One warm-up round: memory taken by the first message of each kind is never freed.
    for (const { bytes } of messages) await exchange(port, bytes)
    const before = await residentMb(server.process.pid!)
    for (let round = 0; round < (short ? 1 : 10); round++)
      for (const { name, bytes } of messages) {
        const output = await exchange(port, bytes)
        const status = /^HTTP\/1\.1 (\d{3})/.exec(output)?.[1] ?? 'closed'
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!/^4|closed/.test(status)) failures.push(`${name}: ${output.slice(0, 200)}`)
        if (/node_modules|\.ts:\d|fastify/i.test(output)) failures.push(`${name}: reveals internal details`)
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

/** Reads the answer until the server closes, or until it is silent because it waits for more; then closes. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    let output = ''
    const end = () => {
      socket.destroy()
      resolve(output)
    }
    socket.on('data', (chunk) => {
      output += chunk.toString('latin1')
      if (/^HTTP\/1\.1 [2-5]\d\d[\s\S]*\r\n\r\n/.test(output)) void sleep(5).then(end)
    })
    socket.on('error', end).on('close', end)
    socket.write(bytes)
    void sleep(500).then(() => socket.end())
    void sleep(5_000).then(end)
  })
}
