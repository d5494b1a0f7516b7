import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

type Program = {
  command: string
  args: string[]
  environment: Record<string, string>
  log: string
  /** An address that answers 200 when the program is ready. */
  ready: string
}

const startSeconds = 30

/** Ends the program's whole group when the pipe closes, so also when this process is killed. */
const guarded = '("$@" </dev/null; kill -KILL 0) & read -r _; kill -KILL 0'

/** Starts a program. @returns a function that ends it with its children */
export async function startProgram({ command, args, environment, log, ready }: Program) {
  const output = openSync(log, 'a')
  const child = spawn('sh', ['-c', guarded, 'sh', command, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', output, output],
    detached: true,
  })
  closeSync(output)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.stdin!.destroy()
    await ended
  }
  for (const deadline = Date.now() + startSeconds * 1000; Date.now() < deadline; await sleep(100)) {
    const answer = await fetch(ready, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.status === 200) return stop
    if (child.signalCode !== null) break
  }
  await stop()
  throw new Error(`${command} did not start; see ${log}`)
}

/** A key and a certificate of its own, as the files `name`.pem and `name`.crt. */
export function makeCertificate(folder: string, name: string) {
  const [key, certificate] = [join(folder, `${name}.pem`), join(folder, `${name}.crt`)]
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  execFileSync('openssl', [...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { private: readFileSync(key, 'utf8'), public: readFileSync(certificate, 'utf8') }
}
