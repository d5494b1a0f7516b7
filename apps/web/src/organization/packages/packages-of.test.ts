import type { Package } from '@fonema/contract'
import { expect, test } from 'vitest'
import { addPackage, removePackage, shareOf, startOf } from './packages-of.ts'

const packageOf = (id: string, protocols: string[], surveys: string[] = [], default_language: string | null = null) =>
  ({ id, name: id, protocols, surveys, default_language }) as unknown as Package // ids without their brands

const first = packageOf('first', ['a', 'b'], ['s'])
const second = packageOf('second', ['b', 'c'])

test('a package is assigned when all of it is, and an empty one never', () => {
  expect(shareOf(first, { protocols: ['a', 'b'], surveys: ['s'] })).toBe('all')
  expect(shareOf(first, { protocols: ['a', 'b'], surveys: [] })).toBe('some')
  expect(shareOf(first, { protocols: ['c'], surveys: [] })).toBe('none')
  expect(shareOf(packageOf('empty', []), { protocols: ['a'], surveys: [] })).toBe('none')
})

test('removing a package keeps what another complete one has', () => {
  const both = addPackage(second, addPackage(first, { protocols: ['x'], surveys: [] }))
  expect(both).toEqual({ protocols: ['x', 'a', 'b', 'c'], surveys: ['s'] })
  expect(removePackage(first, both, [first, second])).toEqual({ protocols: ['x', 'b', 'c'], surveys: [] })
  // The second one is incomplete here.
  const some = { protocols: ['a', 'b'], surveys: ['s'] }
  expect(removePackage(first, some, [first, second])).toEqual({ protocols: [], surveys: [] })
})

test('a new examiner gets the default package, else the language, else everything', () => {
  const offered = (id: string, code: string) => ({ id, name: id, locale: { lang: { code } } })
  const offer = {
    available_surveys: [offered('s', 'es')],
    available_protocols: [offered('a', 'es'), offered('b', 'en')],
  }
  const packages = [packageOf('default', ['a'], [], 'es'), packageOf('other', ['b'])]
  expect(startOf('es', packages, offer)).toEqual({ protocols: ['a'], surveys: [] })
  expect(startOf('en', packages, offer)).toEqual({ protocols: ['b'], surveys: ['s'] })
  expect(startOf('fr', [], offer)).toEqual({ protocols: ['a', 'b'], surveys: ['s'] })
})
