import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupBySource, sourceLine } from './sources.ts'
import { translator } from './translate.ts'

test('items with the same source and licence form one group, in the order of the list', () => {
  const locale = { code: 'es-AR' }
  const item = (name: string, source: string, licence = 'CC0-1.0') => ({ name, source, licence, locale })
  const items = [item('A', 'Own'), item('B', 'Other'), item('C', 'Own'), item('D', 'Own', 'MIT')]
  expect(groupBySource(items)).toEqual([
    {
      source: 'Own',
      licence: 'CC0-1.0',
      items: [
        { name: 'A', locale },
        { name: 'C', locale },
      ],
    },
    { source: 'Other', licence: 'CC0-1.0', items: [{ name: 'B', locale }] },
    { source: 'Own', licence: 'MIT', items: [{ name: 'D', locale }] },
  ])
  expect(groupBySource([])).toEqual([])
})

test('the source of the bundled content is translated; any other is shown unchanged', () => {
  const texts = { base__about__bundled: 'Escrito para Fonema', base__about__licence: 'licencia {{licence}}' }
  const t = translator('es', texts)
  const line = (source: string) => sourceLine(t, { source, licence: 'CC0-1.0' })
  expect(line('Written for Fonema')).toBe('Escrito para Fonema · licencia CC0-1.0')
  expect(line('A paper, 1999')).toBe('A paper, 1999 · licencia CC0-1.0')
  const file = new URL('../../../../packages/content/surveys/demographics.en-US.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8')).source).toBe('Written for Fonema')
})
