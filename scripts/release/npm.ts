import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { onlyFor, type SoftwareList, withDebian } from './software.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Also what is built into the pages. */
export function listSoftware(cpu: string, debian: string, time: Date): SoftwareList {
  const list = npm(root, ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'])
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return withDebian(onlyFor({ cpu }, JSON.parse(list), packages, time), debian)
}

export function npm(folder: string, args: readonly string[]): string {
  // The npm of `npm run`, if any, with this Node.
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const { status, stdout, error } = spawnSync(command, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
    // Without the settings of the npm around this program, which name another folder.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${error?.message ?? `status ${status}`}`)
  return stdout
}
