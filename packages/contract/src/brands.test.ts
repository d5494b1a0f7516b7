import { expect, test } from 'vitest'
import { brandKeyOf, productNameOf } from './brands.ts'

test.each([
  ['neuro.example.org', 'neuro', 'Fonema Neuro'],
  ['VOZ.example.org', 'voz', 'Fonema Voz'],
  ['lab', 'lab', 'Fonema Lab'],
  ['www.neuro.example.org', null, 'Fonema'],
  ['constructor.example.org', null, 'Fonema'],
  ['192.0.2.1', null, 'Fonema'],
])('%s has the brand %s', (hostname, key, name) => {
  expect([brandKeyOf(hostname), productNameOf(hostname)]).toEqual([key, name])
})
