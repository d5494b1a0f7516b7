// Builds the image with buildah, without an engine that runs as a service.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { productVersion } from '../../apps/server/src/platform/product-version.ts'
import { makeDebianBase } from './debian-base.ts'
import { releaseSeconds } from './release-time.ts'
import { stageProgram } from './stage-program.ts'

const root = path.resolve(import.meta.dirname, '../..')
const nodeNames = { amd64: 'x64', arm64: 'arm64' } as const
type Platform = keyof typeof nodeNames

/** Writes the image into a folder. @returns the file, as `docker load` reads it */
export function buildImage(platform: Platform, target: string): string {
  run(process.execPath, [path.join(root, 'scripts/prepare.mjs'), '--build'])
  mkdirSync(target, { recursive: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'fonema-image-'))
  try {
    return build(platform, folder, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command: string, args: readonly string[]) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? `status ${status}`}`)
}

/** Builds the last stage of deploy/Dockerfile on a base and a program that are made here. */
function build(platform: Platform, folder: string, target: string): string {
  const seconds = releaseSeconds()
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run'), '--log-level', 'error']
  const buildah = (...args: string[]) => run('buildah', [...store, ...args])
  const baseFile = path.join(folder, 'base.tar')
  const debian = makeDebianBase(baseFile, platform, seconds)
  const program = path.join(folder, 'program')
  stageProgram(path.join(program, 'program'), nodeNames[platform], { debian, time: new Date(seconds * 1000) })

  buildah('from', '--name', 'base', 'scratch')
  buildah('add', '--quiet', 'base', baseFile, '/')
  buildah('config', '--arch', platform, 'base')
  buildah('commit', '--quiet', '--format', 'docker', '--timestamp', String(seconds), '--rm', 'base', 'fonema-base')
  rmSync(baseFile)
  const name = `fonema:${productVersion}`
  buildah(
    'build',
    ...['--quiet', '--layers', '--isolation', 'chroot', '--platform', `linux/${platform}`],
    // The format that knows HEALTHCHECK; registries and engines take it like OCI's.
    ...['--format', 'docker', '--timestamp', String(seconds)],
    ...['--build-context', 'base=container-image://localhost/fonema-base', '--build-context', `build=${program}`],
    ...['--label', `org.opencontainers.image.version=${productVersion}`],
    ...['--label', 'org.opencontainers.image.title=Fonema', '--label', 'org.opencontainers.image.licenses=Apache-2.0'],
    ...['--file', path.join(root, 'deploy/Dockerfile'), '--tag', name, root],
  )
  const file = path.join(target, `fonema-${productVersion}-${platform}.image.tar`)
  rmSync(file, { force: true })
  buildah('push', '--quiet', name, `docker-archive:${file}:${name}`)
  return file
}
