import 'fake-indexeddb/auto'
import type { ProtocolResponse } from '@fonema/contract'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { findBegun, withAnswer } from '../api/begun-sessions.ts'
import { answerFromDevice } from '../api/device-answers.ts'
import { createQueryClient, placeOf, queryFor } from '../api/query.ts'
import { startSession } from '../api/session.ts'
import { createStorage } from '../ui/fake-storage.ts'
import { keepAnswers } from './keep-answers.ts'
import { findAnswer } from './kept-answers.ts'

const answered = (item: string) => ({ protocol_item: { id: item }, is_skipped: false, feature_extraction_res: [{}] })
const sessionOf = (id: string, participant: string) =>
  ({ id, participant, responses: [answered('vowel')], indices: [{}] }) as unknown as ProtocolResponse
const keyOf = (id: string, participant_id: string) =>
  queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
    params: { participant_id, protocol_res_id: id },
    query: { distributions: 'false' },
  }).queryKey

const within = { timeout: 20_000 }

test('what the recording of a session needs is kept with each answer and without results, of chosen participants only', {
  timeout: 60_000,
}, async () => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/visits/')
      ? Response.json([{ state: 'planned', participant: { id: 'ana' } }])
      : Response.json({ code: 'not_found' }, { status: 404 }),
  )
  startSession({ access: 'a', refresh: 'r' })
  answerFromDevice(findAnswer)
  const client = createQueryClient(() => {})
  const week = { from: '2026-11-27', to: '2026-12-03' }
  const stop = keepAnswers({ client, choice: 'week', week, onKept: () => {} })

  const [own, other] = [keyOf('s-1', 'ana'), keyOf('s-2', 'eva')]
  client.setQueryData(other, sessionOf('s-2', 'eva'))
  client.setQueryData(own, sessionOf('s-1', 'ana'))
  const bare = { is_skipped: false, feature_extraction_res: [] }
  await vi.waitFor(
    async () =>
      expect(await findBegun('s-1')).toMatchObject({
        responses: [{ ...bare, protocol_item: { id: 'vowel' } }],
        indices: [],
      }),
    within,
  )
  client.setQueryData(own, (session) => session && withAnswer(session, answered('story') as never))
  await vi.waitFor(async () => expect((await findBegun('s-1'))?.responses).toHaveLength(2), within)
  expect(await findBegun('s-2')).toBeNull()
  // A page of results does not find it.
  expect(await findAnswer(placeOf(own))).toBeNull()
  stop()
  vi.unstubAllGlobals()
})
