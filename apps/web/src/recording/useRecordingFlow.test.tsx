import './outbox/fake-database.ts'
import type { ItemId, Protocol, ProtocolResponse, SessionId } from '@fonema/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { CurrentUserContext } from '../api/current-user.ts'
import { createQueryClient } from '../api/query.ts'
import { examiner, idOf } from '../testing/people.ts'
import { summarise } from './end/session-summary.ts'
import { uploadQueue, useUploadSurroundings } from './uploads.tsx'
import { useRecordingFlow } from './useRecordingFlow.ts'

const [vowel, story] = [idOf<ItemId>(1), idOf<ItemId>(2)]
const item = (id: ItemId, order: number) => ({
  id,
  order,
  title: '',
  max_duration: null,
  category: { name: 'reading' },
})
const protocol = { items: [item(vowel, 1), item(story, 2)] } as unknown as Protocol

type StoredTake = { take: number; status: string; interrupted: boolean; quality: { verdict: string } | null }
const takeOf = (take: number, more: Partial<StoredTake> = {}): StoredTake & { recorded_at: string } => ({
  take,
  status: 'counting',
  interrupted: false,
  quality: null,
  recorded_at: `2026-11-25T10:00:0${take}Z`,
  ...more,
})

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  )
  const key = { key_id: 'k', key: Buffer.alloc(32).toString('base64url'), former: [] }
  // The network is away for what the flow sends.
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('outbox_key')) return Response.json(key)
    throw new TypeError('Failed to fetch')
  })
})

let sessions = 100

/** The flow of a resumed session with these takes. */
function resume(takes: Record<string, object[]>) {
  const responses = Object.entries(takes).map(([id, stored]) => ({
    protocol_item: { id },
    take: stored.length,
    takes: stored,
    is_skipped: false,
  }))
  const session = { id: idOf<SessionId>(sessions++), responses } as unknown as ProtocolResponse
  const client = createQueryClient(() => {})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <CurrentUserContext value={examiner}>
        <MemoryRouter>{children}</MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>
  )
  function useFlow() {
    useUploadSurroundings()
    return useRecordingFlow(idOf(4), protocol, session)
  }
  return renderHook(useFlow, { wrapper }).result
}

const stateOf = ({ items, done, judged }: ReturnType<typeof useRecordingFlow>, id: ItemId) =>
  summarise(items, done, judged).find((each) => each.id === id)?.state

test('an interrupted take that was chosen stays so when the examiner moves on', () => {
  const flow = resume({ [vowel]: [takeOf(1), takeOf(2, { interrupted: true, status: 'superseded' })] })
  act(() => flow.current.recordAgain(vowel))
  act(() => flow.current.chooseTake({ chosen: { take: 2 }, isInterrupted: true }))
  act(() => flow.current.next())
  expect(flow.current.item?.id).toBe(story)
  expect(stateOf(flow.current, vowel)).toBe('interrupted')
})

test('a resumed session shows the verdict on the take that counts, also after another choice', () => {
  const [poor, good] = [takeOf(1, { quality: { verdict: 'poor' } }), takeOf(2, { quality: { verdict: 'good' } })]
  const flow = resume({ [vowel]: [poor, { ...good, status: 'superseded' }] })
  expect(stateOf(flow.current, vowel)).toBe('poor')
  act(() => flow.current.recordAgain(vowel))
  act(() => flow.current.chooseTake({ chosen: { take: 2 }, isInterrupted: false, stored: good as never }))
  expect(stateOf(flow.current, vowel)).toBe('recorded')
})

test('without a network, the end of a session is left without a question once everything is on the device', async () => {
  const flow = resume({ [vowel]: [takeOf(1)] })
  await act(() => uploadQueue().ready)
  expect(flow.current.leaving()).toBe('nothing')
  const stored = uploadQueue().addSkip({ ...flow.current.target!, itemId: vowel }, 'cansancio')
  expect(flow.current.leaving()).toBe('unstored')
  await act(() => stored)
  await expect.poll(() => uploadQueue().getSnapshot().failing).toBe(true)
  expect(flow.current.leaving()).toBe('unsent')
  act(() => flow.current.skip('cansancio'))
  expect(flow.current.dialog).toBe('end')
  expect(flow.current.leaving()).toBe('unstored')
  await expect.poll(() => flow.current.leaving()).toBe('safe')
})
