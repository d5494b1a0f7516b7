import { contract, type Route } from '@fonema/contract'
import { expect, test } from 'vitest'
import { lists } from './lists.ts'

test('a replica is asked for lists only, never whether somebody may read one participant', () => {
  const wrong = [...lists].filter((key) => {
    const { params, access }: Route = contract[key]
    const named = Object.keys(params?.shape ?? {})
    return !key.startsWith('GET ') || access === 'public' || named.some((name) => /participant|protocol_res/.test(name))
  })
  expect(wrong).toEqual([])
})
