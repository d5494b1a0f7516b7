import { beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { ApiFailure } from './http.ts'
import { randomId } from './random-id.ts'
import { announceEnd } from './session.ts'

let sent: { url: string; init: RequestInit }[]
function answer(make: () => Response) {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return make()
  })
}

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }))

test('puts parameters and query into the address', async () => {
  answer(() => Response.json({}))
  const params = { participant_id: 'p/1', protocol_res_id: 'r' }
  await call('GET /protocols/responses/{participant_id}/{protocol_res_id}/', {
    params,
    query: { distributions: 'false' },
  })
  expect(sent[0]?.url).toBe('/api/protocols/responses/p%2F1/r/?distributions=false')
})

test('sends JSON with an idempotency key, and a form unchanged', async () => {
  answer(() => Response.json({}, { status: 201 }))
  await call('POST /user/participants/', { body: { code: 'A', locale: 'l' }, idempotencyKey: 'k' })
  expect(sent[0]?.init.body).toBe('{"code":"A","locale":"l"}')
  expect(new Headers(sent[0]?.init.headers).get('Idempotency-Key')).toBe('k')
  expect(new Headers(sent[0]?.init.headers).get('Content-Type')).toBe('application/json')

  const form = new FormData()
  const params = { participant_id: 'p', protocol_res_id: 'r', protocol_item_id: 'i' }
  await call('POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/', {
    params,
    body: form,
  })
  expect(sent[1]?.init.body).toBe(form)
  expect(new Headers(sent[1]?.init.headers).has('Content-Type')).toBe(false)
})

test('a refused body gives the codes by field, even for a field named code', async () => {
  answer(() => Response.json({ code: ['already_exists'], non_field_errors: ['x'] }, { status: 400 }))
  const failure = await call('GET /user/participants/').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiFailure)
  expect(failure).toMatchObject({ status: 400, fields: { code: ['already_exists'], non_field_errors: ['x'] } })
})

test('other failures give their code and members', async () => {
  answer(() => Response.json({ code: 'server_error', request_id: 'q' }, { status: 500 }))
  const failure = await call('GET /user/participants/').catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 500, code: 'server_error', members: { request_id: 'q' }, fields: {} })
})

test('a foreign answer is `unknown` and a missing answer `unreachable`', async () => {
  answer(() => new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(call('GET /user/participants/')).rejects.toMatchObject({ status: 502, code: 'unknown' })
  // JSON from a proxy does not describe the sent data.
  for (const members of [{}, { error: 'Internal Server Error' }, { code: 500 }]) {
    answer(() => Response.json(members, { status: 500 }))
    await expect(call('GET /user/participants/')).rejects.toMatchObject({ status: 500, code: 'unknown' })
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('GET /user/participants/')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
})

test('ids are random UUIDs where crypto.randomUUID is missing, too', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(randomId()).toMatch(uuid)
  const real = globalThis.crypto
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) })
  expect(randomId()).toMatch(uuid)
  vi.unstubAllGlobals()
})

test('asks for a known answer by its tag, and gives the same one when the server says that it is unchanged', async () => {
  const answers = [
    Response.json([{ uuid: 'a' }], { headers: { ETag: 'W/"1"' } }),
    new Response(null, { status: 304 }),
    Response.json([{ uuid: 'b' }], { headers: { ETag: 'W/"2"' } }),
    new Response(null, { status: 304 }),
  ]
  answer(() => answers.shift()!)
  const found = []
  for (let i = 0; i < 4; i++) found.push(await call('GET /takeouts/'))
  expect(found).toEqual([[{ uuid: 'a' }], [{ uuid: 'a' }], [{ uuid: 'b' }], [{ uuid: 'b' }]])
  const asked = sent.map(({ init }) => new Headers(init.headers).get('If-None-Match'))
  expect(asked).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"'])
})

test('forgets answers when the session ends', async () => {
  answer(() => Response.json([], { headers: { ETag: 'W/"3"' } }))
  await call('GET /takeouts/organization/')
  announceEnd('signed_out')
  await call('GET /takeouts/organization/')
  expect(new Headers(sent[1]?.init.headers).has('If-None-Match')).toBe(false)
})
