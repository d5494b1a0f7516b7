import { spawn, spawnSync } from 'node:child_process'
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs'

export const notPermitted = 'strace is not permitted to trace here (ptrace)'

export function reasonToLeaveOut(): string | undefined {
  if (ensureDebianPackages([{ command: 'strace', package: 'strace' }]).length > 0) return 'strace is not installed'
  const { status } = spawnSync('strace', ['-o', '/dev/null', 'true'])
  return status === 0 ? undefined : notPermitted
}

export class CannotAttach extends Error {}

/** Traces a running process with all its threads; the returned function stops the trace. */
export async function attach(pid: number, options: readonly string[]): Promise<() => Promise<void>> {
  const strace = spawn('strace', ['-f', ...options, '-p', String(pid)])
  const ended = new Promise<void>((resolve) => strace.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    strace.stderr.on('data', (chunk) => /attached/.test(String(chunk)) && resolve())
    strace.once('exit', () => reject(new CannotAttach()))
  })
  return async () => {
    strace.kill('SIGINT')
    await ended
  }
}
