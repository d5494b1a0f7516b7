import type { LeaseRequest, SessionId } from '@fonema/contract'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { idOf } from '../testing/people.ts'
import { useLease } from './useLease.ts'

test('a page that left before the server answered has its session taken over by the next page', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('navigator', {}) // without locks, no page counts as open
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') asked.push(JSON.parse(String(body)))
    return new Promise(() => {})
  })
  const open = () => renderHook(() => useLease('p', idOf<SessionId>(1)))

  const first = open()
  await expect.poll(() => asked).toHaveLength(1)
  first.unmount()
  open()
  await expect.poll(() => asked).toHaveLength(2)

  const holder = expect.any(String)
  expect(asked).toEqual([{ holder }, { holder, succeeds: (asked[0] as LeaseRequest).holder }])
})
