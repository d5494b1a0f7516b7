import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tools } from './tools.ts'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const run = (...words: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'tool.ts'), ...words], { encoding: 'utf8' })

test('the root has at most 18 entries and package.json at most 12 scripts', () => {
  const entries = new Set(tracked.map((file) => file.split('/')[0]!).filter((name) => !name.startsWith('.')))
  expect([...entries].length, [...entries].join(' ')).toBeLessThanOrEqual(18)
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12)
})

test('every command that a document, a message or a comment names exists', () => {
  const texts = tracked.filter(
    (file) => existsSync(join(root, file)) && /\.(md|[mc]?tsx?|mjs|service|ya?ml|praat)$/.test(file),
  )
  const unknown = texts.flatMap((file) =>
    [...read(file).matchAll(/npm run(?:\s+-s)?[\s/*]+([a-z][\w-]*(?::[a-z]+)*)(?:[\s/*]+--[\s/*]+([\w-]+(?::\w+)*))?/g)]
      .filter(
        ([, script, tool]) =>
          !(script! in scripts) || (script === 'tool' && ![undefined, 'NAME'].includes(tool) && !(tool! in tools)),
      )
      .map(([command]) => `${file}: ${command}`),
  )
  expect(unknown).toEqual([])
})

test('lists every tool with a sentence, and refuses an unknown name', () => {
  const listed = run()
  for (const [name, { file, about }] of Object.entries(tools)) {
    expect([name, existsSync(join(import.meta.dirname, file))]).toEqual([name, true])
    expect(about).toMatch(/^[A-Z].{10,90}\.$/)
    expect(listed.stdout).toMatch(new RegExp(`^  ${name} +${RegExp.escape(about)}$`, 'm'))
  }
  expect(listed.status).toBe(0)
  for (const name of ['backups', 'constructor', '../start'])
    expect(run(name)).toMatchObject({ status: 2, stdout: expect.stringContaining(`There is no tool "${name}".`) })
})

test('no tool asks whether it was started directly: tool.ts imports it, so it would do nothing', () => {
  const direct = Object.values(tools).filter(({ file }) => read(`scripts/${file}`).includes('import.meta.main'))
  expect(direct).toEqual([])
})

test('passes arguments to a tool and exits with its status', () => {
  expect(run('second-factor')).toMatchObject({
    status: 1,
    stderr: 'Usage: npm run -s tool -- second-factor --off EMAIL\n',
  })
  expect(run('models', 'verify', '--unknown').status).not.toBe(0)
})
