import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { recordingOf, signIn, startSession, upload } from '../client.ts'
import { type Clinic, email, type Plant } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { reasonToLeaveOut } from '../strace.ts'
import { allDone, childrenOf, until } from '../work/jobs.ts'

/** The system calls that name a destination address: TCP connections, and questions to a name server. */
const naming = 'connect,sendto,sendmsg,sendmmsg'
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Every address outside this machine that a trace names. */
function foreignAddresses(trace: string): string[] {
  const named = trace.matchAll(/inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/g)
  return [...new Set([...named].map(([, v4, v6]) => v4 ?? v6!))].filter((address) => !loopback.test(address))
}

/** No data of a clinic leaves its machine. */
export const egress: Scenario = {
  name: 'egress',
  title: 'Start, sign-in, registration, recording, measuring, export, error report: no connection to another machine',
  async run({ clinic }) {
    const leftOut = reasonToLeaveOut()
    if (leftOut !== undefined) return { counts: {}, failures: [], leftOut }
    const plain = await trace(clinic, () => useEverything(clinic))
    const planted = await trace(clinic, async () => [], 'calls-home')
    const failures = [...plain.undone.map((what) => `not done: ${what}`)]
    failures.push(...plain.foreign.map((address) => `the product called ${address}`))
    if (plain.calls < 5) failures.push('almost nothing was traced')
    if (!planted.foreign.includes('192.0.2.1')) failures.push('the planted bug (a foreign address) was not caught')
    const counts = {
      'calls that name an address': plain.calls,
      'addresses beyond this machine': plain.foreign.length,
      'with the planted bug': planted.foreign.length,
    }
    return { counts, failures }
  },
}

/** A server with its workers, like an ordinary installation, from its start to its end. */
async function trace(clinic: Clinic, use: () => Promise<string[]>, plant?: Plant) {
  const file = path.join(clinic.dataDir, `egress-${plant ?? 'plain'}`)
  const through = ['strace', '-f', '-qq', '--seccomp-bpf', '-e', `trace=${naming}`, '-o', file]
  const environment = { TRANSCRIBER: 'sherpa' }
  const server = await clinic.startServer({ role: 'all', through, environment, ...(plant && { plant }) })
  const ended = once(server.process, 'exit')
  const [program] = await childrenOf(server.process.pid!)
  // strace accepts no signal while it traces; it ends with the program.
  const undone = await use().finally(() => process.kill(program!, 'SIGTERM'))
  await ended
  await server.kill()
  const text = await readFile(file, 'utf8')
  return { undone, foreign: foreignAddresses(text), calls: text.match(/sa_family=/g)?.length ?? 0 }
}

/** @returns the actions that failed */
async function useEverything(clinic: Clinic): Promise<string[]> {
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  const undone: string[] = []
  const must = (what: string, isDone: boolean) => isDone || undone.push(what)
  for (const item of session.items) {
    const { status } = await upload(clinic.baseUrl, examiner, session.pathOf(item), recordingOf(item.min_duration + 1))
    must('a recording', status === 201)
  }
  must('measuring', await until(() => allDone(examiner, session.path)))
  for (const page of ['evolution/', `${session.id}/`])
    must(page, (await examiner.get(`/protocols/responses/${session.participantId}/${page}`)).status === 200)
  const { body } = await examiner.post('/takeouts/', {})
  const isPacked = async () => {
    const takeouts = (await examiner.get('/takeouts/')).body as unknown as { status: string }[]
    return takeouts.every(({ status }) => status === 'complete')
  }
  must('an export', await until(isPacked))
  const link = await examiner.post(`/takeouts/download_link/${body.uuid}/`, {})
  const archive = await fetch(`${clinic.baseUrl}${link.body.url}`)
  must('its download', archive.status === 200 && (await archive.arrayBuffer()).byteLength > 0)
  must('a mail for a forgotten password', (await examiner.post('/user/password_reset/', { email })).status === 200)
  const report = { error: '500', url: '/', method: 'GET', data: '', user_comment: 'x' }
  must('an error report', (await examiner.post('/reports/server_error_user_report/', report)).status === 201)
  return undone
}
