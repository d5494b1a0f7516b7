import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)
const folders = ['apps', 'deploy', 'docs', 'packages', 'scripts', 'tests']
const documents = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
].filter((file) => file.endsWith('.md') && !file.includes('node_modules') && !file.includes('dist/'))

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

test('every relative link in the documents leads to a file, and its anchor to a heading', () => {
  const broken = documents.flatMap((document) =>
    [...withoutCode(read(document)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, address, anchor]) => {
        const target = address === '' ? document : path.join(path.dirname(document), address!)
        return !existsSync(path.join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
      })
      .map(([link]) => `${document}: ${link}`),
  )
  expect(documents).toContain('README.md')
  expect(broken).toEqual([])
})

test('every path in code that a document names exists', () => {
  // docs/reliability.md and the decisions omit the server's folder.
  const places = ['', 'apps/server/src', 'apps/web/src']
  const gone = documents.flatMap((document) =>
    [...read(document).matchAll(/`((?:[\w.@-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|md|json|sql|yaml))`/g)]
      .map(([, file]) => file!)
      .filter((file) => folders.includes(file.split('/')[0]!) || file.endsWith('.test.ts'))
      .filter((file) => !places.some((place) => existsSync(path.join(root, place, file))))
      .map((file) => `${document}: ${file}`),
  )
  expect(gone).toEqual([])
})

test('docs/faults.md describes every fault scenario', () => {
  const listed = execFileSync(process.execPath, ['tests/faults/run.ts', '--list'], { cwd: root, encoding: 'utf8' })
  const names = Array.from(listed.matchAll(/^\w+ (\S+)/gm), ([, name]) => name!)
  const document = read('docs/faults.md')
  expect(names).toContain('kill-server')
  expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
})
