import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const dist = path.resolve(import.meta.dirname, '../apps/web/dist')
const read = (file: string) => readFileSync(path.join(dist, file), 'utf8')

test('the built pages have no page of components', () => {
  const scripts = globSync('assets/*.js', { cwd: dist })
  expect(scripts.length).toBeGreaterThan(100)
  expect(
    Object.keys(JSON.parse(read('.vite/manifest.json'))).filter((key) => /^src\/(dev\/|components)/.test(key)),
  ).toEqual([])
  expect(scripts.filter((file) => /dev\/components|data-opens/.test(read(file)))).toEqual([])
})

test('the built pages carry no schemas: pages take values from parts of the contract that have none', () => {
  const scripts = globSync('assets/*.js', { cwd: dist })
  expect(scripts.filter((file) => read(file).includes('ZodError'))).toEqual([])
})

test('the built page asks for its typeface at once, keeps it without a network, and carries its licence', () => {
  const fonts = globSync('assets/*.woff2', { cwd: dist })
  expect(fonts.length).toBe(2)
  const [latin] = fonts.filter((file) => !file.includes('latin-ext'))
  expect(read('index.html')).toMatch(
    new RegExp(`<link rel="preload" href="/${latin}" as="font" type="font/woff2" crossorigin`),
  )
  expect(statSync(path.join(dist, latin!)).size).toBeLessThan(60_000)
  const worker = read('service-worker.js')
  expect(fonts.filter((file) => !worker.includes(file))).toEqual([])
  expect(read('assets/source-sans-3.LICENSE.txt')).toContain('SIL OPEN FONT LICENSE')
})
