// npm run tool -- client [FOLDER]
// Writes the TypeScript client of the calls that are open to programs into packages/client, or into FOLDER: from the
// OpenAPI document, by @hey-api/openapi-ts, compiled to JavaScript with types.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openApiDocument } from '../apps/server/src/platform/http/openapi.ts'
import { productVersion } from '../apps/server/src/platform/product-version.ts'
import { programsPart } from './client-document.ts'

const client = path.join(import.meta.dirname, '../packages/client')
const target = path.resolve(process.argv[2] ?? client)
const work = mkdtempSync(path.join(tmpdir(), 'fonema-client-'))

function run(program: string, words: readonly string[], env: Record<string, string> = {}) {
  const file = path.join(client, 'node_modules', program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
    cwd: client,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed\n${stdout}${stderr}`)
}

try {
  const input = path.join(work, 'openapi.json')
  const source = path.join(work, 'src')
  const dist = path.join(target, 'dist')
  writeFileSync(input, JSON.stringify(programsPart(openApiDocument(productVersion))))
  run('@hey-api/openapi-ts/bin/run.js', [], { CLIENT_INPUT: input, CLIENT_OUTPUT: source })
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  writeFileSync(path.join(work, 'package.json'), '{ "type": "module" }')
  const emit = ['--declaration', '--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck']
  run('typescript/bin/tsc', [
    ...emit,
    '--lib',
    'es2023,dom,dom.iterable',
    '--outDir',
    dist,
    path.join(source, 'index.ts'),
    path.join(source, 'client.gen.ts'),
  ])
  if (target !== client) cpSync(path.join(client, 'package.json'), path.join(target, 'package.json'))
  console.log(`The client is in ${dist}`)
} finally {
  rmSync(work, { recursive: true })
}
