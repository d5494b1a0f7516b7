// One file for a machine without a network: the program, its packages, the built pages and models.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { productVersion } from '../../apps/server/src/platform/product-version.ts'
import { releaseSeconds } from './release-time.ts'
import { type Architecture, stageProgram } from './stage-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * @param models folders with a recogniser each
 * @returns the file, whose one folder has `install.sh`
 */
export function buildBundle(architecture: Architecture, target: string, models: readonly string[]): string {
  run(process.execPath, [path.join(root, 'scripts/prepare.mjs'), '--build'], root)
  mkdirSync(target, { recursive: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'fonema-bundle-'))
  try {
    const name = `fonema-${productVersion}-linux-${architecture}`
    const bundle = path.join(folder, name)
    const seconds = releaseSeconds()
    stageProgram(bundle, architecture, { time: new Date(seconds * 1000) })
    renameSync(path.join(bundle, 'modules/node_modules'), path.join(bundle, 'app/node_modules'))
    rmSync(path.join(bundle, 'modules'), { recursive: true })
    for (const model of models) cpSync(model, path.join(bundle, 'models', path.basename(model)), { recursive: true })
    cpSync(path.join(import.meta.dirname, 'install.sh'), path.join(bundle, 'install.sh'))
    const sums = 'find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum > SHA256SUMS'
    run('sh', ['-c', sums], bundle)
    const file = path.join(target, `${name}.tar.gz`)
    const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`]
    run('tar', [...same, '--use-compress-program=gzip -n', '-cf', file, '-C', folder, name], root)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command: string, args: readonly string[], cwd: string) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `status ${status}`}`)
}
