import { expect, test } from 'vitest'
import { freshShell, isOurs, isUnavailable } from './shell.ts'

const kept = () =>
  new Response('<script nonce="b2xk+/=="></script><meta nonce="b2xk+/==">', {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'; script-src 'self' 'nonce-b2xk+/=='; style-src 'nonce-b2xk+/=='",
      'content-encoding': 'gzip',
      'content-length': '7',
    },
  })

test('each answer of the kept page has a new nonce, the same in its text and in its policy', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const answer = await freshShell(kept())
      const policy = answer.headers.get('content-security-policy') ?? ''
      const [, nonce] = /'nonce-([\w+/=]+)'/.exec(policy) ?? []
      expect(policy).toBe(`default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'nonce-${nonce}'`)
      expect(await answer.text()).toBe(`<script nonce="${nonce}"></script><meta nonce="${nonce}">`)
      return nonce
    }),
  )
  expect(new Set([...nonces, 'b2xk+/==']).size).toBe(3)
})

test('the kept page is answered as text, not as the compressed bytes of its first answer', async () => {
  const { headers, status } = await freshShell(kept())
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, null])
})

test('a page without a policy is never answered', async () => {
  expect((await freshShell(new Response('<script></script>'))).type).toBe('error')
})

test('only the answers of a proxy without its server count as unavailable', () => {
  expect([200, 302, 404, 429, 500, 501, 502, 503, 504, 505].filter(isUnavailable)).toEqual([502, 503, 504])
})

test('a page of another network is not kept in the place of ours', () => {
  const portal = (status = 200) =>
    new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } })
  const script = (status = 200) => new Response('', { status, headers: { 'content-type': 'text/javascript' } })
  const [shell, asset] = ['https://clinic.example/shell/', 'https://clinic.example/assets/index-a.js']
  expect([kept(), portal(), script()].map((answer) => isOurs(shell!, answer))).toEqual([true, false, false])
  expect([script(), portal(), script(404)].map((answer) => isOurs(asset!, answer))).toEqual([true, false, false])
})
