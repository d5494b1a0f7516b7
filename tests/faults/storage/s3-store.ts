import { type ChildProcess, spawn } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { canHaveS3, openS3, withoutS3 } from './s3-clinic.ts'
import { openUploads } from './uploads.ts'

/** F15: the store itself hangs, is killed and restarted, or refuses. */
export const s3Store: Scenario = {
  name: 's3-store',
  longOnly: true,
  title: 'The S3 store is stopped by SIGSTOP, killed and restarted, and answers 403 and 503 SlowDown',
  async run({ clinic, short }) {
    if (!canHaveS3()) return withoutS3
    const each = short ? 1 : 20
    const refused = await recordWhileRefused(clinic, each)
    const s3 = await openS3(clinic)
    const server = await clinic.startServer({ environment: s3.environment })
    const uploads = await openUploads(clinic)
    let gateway = s3.gateway
    for (let i = 0; i < each; i++) {
      gateway.kill('SIGSTOP')
      await uploads.record()
      gateway.kill('SIGCONT')
      await uploads.recovered()
      gateway = await restarted(gateway, uploads.record)
      await uploads.recovered(240)
    }
    const { counts, failures } = await uploads.result(server, s3.direct)
    await server.kill()
    gateway.kill('SIGKILL')
    await s3.close()
    return {
      counts: { 'times each': each, ...counts, 'while refused': JSON.stringify(refused.counts) },
      failures: [...failures, ...refused.failures],
    }
  },
}

/** Restarts the same program with the same arguments, on the same data. */
async function restarted(gateway: ChildProcess, meanwhile: () => Promise<unknown>): Promise<ChildProcess> {
  const ended = new Promise((resolve) => gateway.once('exit', resolve))
  gateway.kill('SIGKILL')
  await ended
  await meanwhile()
  const [command = '', ...words] = gateway.spawnargs
  return spawn(command, words, { stdio: 'ignore' })
}

/** A store that runs but refuses: wrong key, too many requests. */
async function recordWhileRefused(clinic: Clinic, each: number) {
  const answers = { status: 200, code: '' }
  const stub = http.createServer((request, response) => {
    request.resume()
    const error = `<?xml version="1.0"?><Error><Code>${answers.code}</Code></Error>`
    request.once('end', () => {
      if (request.method === 'PUT') response.writeHead(answers.status, { 'content-type': 'application/xml' }).end(error)
      else response.end()
    })
  })
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
  const environment = {
    S3_ENDPOINT: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
    S3_BUCKET: 'stub',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const server = await clinic.startServer({ environment })
  const uploads = await openUploads(clinic)
  for (const [status, code] of [
    [403, 'AccessDenied'],
    [503, 'SlowDown'],
  ] as const)
    for (let i = 0; i < each; i++) {
      Object.assign(answers, { status, code })
      if (await uploads.record()) uploads.refuse(`acknowledged although the store output ${status}`)
    }
  const result = await uploads.result(server, { read: nothing })
  await server.kill()
  stub.close()
  stub.closeAllConnections()
  return result
}

const nothing = () =>
  new Readable({
    read() {
      this.destroy(new Error('the store refuses'))
    },
  })
