/**
 * `npm run tool -- bundle [--arch x64|arm64] [--model FOLDER]… [--to FOLDER]`: packs the program, its packages, the pages
 * and models for a machine without a network.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildBundle } from './build-bundle.ts'
import { architectures } from './stage-program.ts'

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    model: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', default: path.resolve(import.meta.dirname, '../../dist') },
  },
})
const architecture = architectures.find((name) => name === values.arch)
if (architecture === undefined) {
  process.stderr.write('Usage: npm run tool -- bundle [--arch x64|arm64] [--model FOLDER]… [--to FOLDER]\n')
  process.exit(2)
}
const begun = performance.now()
const file = buildBundle(architecture, path.resolve(values.to), values.model)
const megabytes = (statSync(file).size / 1e6).toFixed(0)
process.stdout.write(`${file}: ${megabytes} MB, made in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
