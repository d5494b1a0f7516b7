import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

// Tries what hostile code would try first after taking over the process, and reports the result of each attempt.

export type HostileRequest = { secret: string; written: string; port: number }
export type Attempts = Record<'secret' | 'write' | 'spawn' | 'thread' | 'call' | 'environment' | 'parent', string>

process.on('message', async ({ secret, written, port }: HostileRequest) => {
  const attempts: Attempts = {
    secret: attempt(() => readFileSync(secret, 'utf8')),
    write: attempt(() => writeFileSync(written, 'x')),
    spawn: attempt(() => spawnSync('/bin/cat', [secret], { encoding: 'utf8' }).stdout),
    thread: attempt(() => new Worker('', { eval: true })),
    call: await call(port),
    environment: Object.keys(process.env).sort().join(),
    parent: attempt(() => readFileSync(`/proc/${process.ppid}/environ`, 'utf8')),
  }
  process.send?.(attempts, () => process.exit())
})

function attempt(act: () => unknown): string {
  try {
    return `done: ${String(act()).slice(0, 100)}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

function call(port: number): Promise<string> {
  return new Promise((resolve) => {
    connect(port, '127.0.0.1')
      .once('connect', () => resolve('done'))
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? String(error)))
  })
}
