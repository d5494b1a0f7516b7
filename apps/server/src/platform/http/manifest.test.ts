import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { webManifest } from './manifest.ts'

const icons = path.resolve(import.meta.dirname, '../../../../web/public')

test.each([
  ['neuro.example.org', 'Fonema Neuro', '#45368a'],
  ['VOZ.example.org', 'Fonema Voz', '#7c3623'],
  ['lab.localhost', 'Fonema Lab', '#1f4a7d'],
  ['clinic.example.org', 'Fonema', '#0f5c64'],
  ['', 'Fonema', '#0f5c64'],
])('the program installed from "%s" is %s, with icons that are shipped', (host, name, colour) => {
  const manifest = webManifest(host, undefined)
  expect(manifest).toMatchObject({ name, short_name: name, theme_color: colour, start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src } of manifest.icons) expect(existsSync(path.join(icons, src)), src).toBe(true)
})

test.each([
  ['en', 'en', /^Speech/],
  ['fr', 'fr', /^Évaluations/],
  [undefined, 'es', /^Evaluaciones/],
  ['__proto__', 'es', /^Evaluaciones/],
  [['en'], 'es', /^Evaluaciones/],
])('the description asked in %s is in %s', (asked, lang, description) => {
  expect(webManifest('example.org', asked)).toMatchObject({ lang, description: expect.stringMatching(description) })
})
