import { expect, test } from 'vitest'
import { byLocale } from './by-locale.ts'

const listed = (name: string, code: string) => ({ id: name, name, locale: { code } })

test('the reader finds their own language first, and names in their order', () => {
  const offered = [
    ['Reading', 'en-US'],
    ['Voz', 'es-ES'],
    ['Ítems', 'es-ES'],
    ['Leitura', 'pt-BR'],
  ] as const
  const groups = byLocale(
    offered.map(([name, code]) => listed(name, code)),
    'es',
  )
  expect(groups.map(({ group, items }) => [group, items.map(({ label }) => label)])).toEqual([
    ['Español (España)', ['Ítems', 'Voz']],
    ['Inglés (Estados Unidos)', ['Reading']],
    ['Portugués (Brasil)', ['Leitura']],
  ])
})
