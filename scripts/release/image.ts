/**
 * `npm run tool -- image [--arch amd64|arm64|all] [--to FOLDER]`: builds the image of this program. Needs root, the npm
 * registry and Debian's mirror.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDebianPackages } from '../debian-packages.mjs'
import { buildImage } from './build-image.ts'

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    to: { type: 'string', default: path.resolve(import.meta.dirname, '../../dist') },
  },
})
const wanted = (['amd64', 'arm64'] as const).filter((name) => [name, 'all'].includes(values.arch))
if (wanted.length === 0) {
  process.stderr.write('Usage: npm run tool -- image [--arch amd64|arm64|all] [--to FOLDER]\n')
  process.exit(2)
}
const missing = ensureDebianPackages(['mmdebstrap', 'buildah'].map((name) => ({ command: name, package: name })))
if (missing.length > 0) process.exit(1)
for (const platform of wanted) {
  const begun = performance.now()
  const file = buildImage(platform, path.resolve(values.to))
  const megabytes = (statSync(file).size / 1e6).toFixed(0)
  process.stdout.write(`${file}: ${megabytes} MB, made in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
}
