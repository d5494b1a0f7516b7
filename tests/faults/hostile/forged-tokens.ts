import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { deriveKey, nameOfKey } from '../../../apps/server/src/platform/keys.ts'
import { call } from '../client.ts'
import { type Clinic, email, password, secretKey } from '../clinic.ts'

/** What a caller sends instead of a valid token. */
export type Forgery = { name: string; headers: Record<string, string | string[]>; query?: string }

type Claims = Record<string, unknown>
type Tokens = { access: string; refresh: string }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function openSession({ baseUrl }: Clinic): Promise<Tokens> {
  const body = Buffer.from(JSON.stringify({ email, password }))
  const answer = await call(`${baseUrl}/api/user/api/token/`, { headers: { 'content-type': 'application/json' }, body })
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status}`)
  return answer.body as Tokens
}

/** Everything that is not a valid token of a current session. */
export async function forgeriesOf(clinic: Clinic): Promise<Forgery[]> {
  const good = await openSession(clinic)
  const tokens = {
    ...(await signedWrongly(good)),
    ...takenApart(good),
    ...alteredBytes(good.access),
    ...(await staleTokens(clinic)),
  }
  return [
    ...Object.entries(tokens).map(([name, token]) => ({ name, headers: bearer(token) })),
    ...sentWrongly(good.access),
  ]
}

function partsOf(access: string) {
  const [header = '', payload = '', signature = ''] = access.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header, payload, signature, claims: read(payload) as Claims, kid: read(header).kid as string }
}

/** Claims and headers that the server does not issue, some signed with its own key: a valid signature is not enough. */
async function signedWrongly({ access }: Tokens): Promise<Record<string, string>> {
  const { claims, kid } = partsOf(access)
  const own = deriveKey(secretKey, 'access')
  const sign = (changes: Claims, header: object = {}, key: Uint8Array = own) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid, ...header }).sign(key)
  const now = Math.floor(Date.now() / 1000)
  const missing = async (name: string) => [`without ${name}`, await sign({ [name]: undefined })] as const
  return {
    'another key': await sign({}, {}, new Uint8Array(32)),
    'another key with a known id': await sign({}, { kid: 'access' }, Buffer.alloc(32, 'secret')),
    'no key id': await sign({}, { kid: undefined }),
    'the id of another key': await sign({}, { kid: nameOfKey(deriveKey(secretKey, 'links')) }),
    'a key id that is a property of every object': await sign({}, { kid: '__proto__' }),
    'the key for another purpose': await sign({}, {}, deriveKey(secretKey, 'links')),
    'the key for refresh tokens': await sign({}, {}, deriveKey(secretKey, 'refresh')),
    'the secret itself as key': await sign({}, {}, Buffer.from(secretKey)),
    'a default key': await sign({}, {}, Buffer.from('secret'.repeat(8))),
    'an algorithm with a longer hash': await sign({}, { alg: 'HS512' }, Buffer.concat([own, own])),
    'an algorithm with a hash between the two': await sign({}, { alg: 'HS384' }, Buffer.concat([own, own])),
    'type JWT': await sign({}, { typ: 'JWT' }),
    'no type': await sign({}, { typ: undefined }),
    'the type of a refresh token': await sign({}, { typ: 'rt+jwt' }),
    'a critical header': await sign({}, { crit: ['x'], x: 1 }).catch(() => 'x.y.z'),
    'another issuer': await sign({ iss: 'x' }),
    'several issuers': await sign({ iss: ['fonema'] as unknown as string }),
    'another audience': await sign({ aud: 'x' }),
    'the audience of refresh tokens': await sign({ aud: 'fonema-refresh' }),
    ...Object.fromEntries(await Promise.all(['iss', 'aud', 'exp', 'iat', 'sub', 'sid'].map(missing))),
    expired: await sign({ exp: now - 1 }),
    'expired long ago': await sign({ exp: 1 }),
    'an expiry that is text': await sign({ exp: String(now + 300) as unknown as number }),
    'an expiry that is true': await sign({ exp: true as unknown as number }),
    'not yet': await sign({ nbf: now + 3600 }),
    'an unknown session': await sign({ sid: randomUUID() }),
    'a session that is a list': await sign({ sid: [claims.sid] }),
    'a session that is an object': await sign({ sid: { id: claims.sid } }),
    'a session that is no id': await sign({ sid: "' or true --" }),
    'a session with a zero byte': await sign({ sid: `${claims.sid}\0` }),
    'an empty session': await sign({ sid: '' }),
  }
}

/** Forgeries that need no key. */
function takenApart({ access, refresh }: Tokens): Record<string, string> {
  const { header, payload, signature, claims, kid } = partsOf(access)
  const none = (alg: string) => `${encode({ alg, typ: 'at+jwt', kid })}.${payload}.`
  return {
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${access}.${signature}`,
    'algorithm none': none('none'),
    'algorithm NONE': none('NONE'),
    'algorithm nOnE with a signature': `${none('nOnE')}${signature}`,
    'no algorithm': `${encode({ typ: 'at+jwt', kid })}.${payload}.${signature}`,
    'algorithm RS256': `${encode({ alg: 'RS256', typ: 'at+jwt', kid })}.${payload}.${signature}`,
    'a key in the header': `${encode({ alg: 'HS256', typ: 'at+jwt', kid, jwk: { kty: 'oct', k: 'AA' } })}.${payload}.${signature}`,
    'a key by URL': `${encode({ alg: 'HS256', typ: 'at+jwt', kid, jku: 'http://127.0.0.1:9/' })}.${payload}.${signature}`,
    'a key by path': `${encode({ alg: 'HS256', typ: 'at+jwt', kid: '../../dev/null' })}.${payload}.${signature}`,
    'a later expiry': `${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'another user': `${header}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
    'another session': `${header}.${encode({ ...claims, sid: randomUUID() })}.${signature}`,
    'payload and header exchanged': `${payload}.${header}.${signature}`,
    'padding after the signature': `${access}=`,
    'padding after the payload': `${header}.${payload}=.${signature}`,
    'a refresh token': refresh,
    'a refresh token in three parts': `${refresh}.${refresh}.${refresh}`,
    nothing: '',
    'dots alone': '..',
    'ten thousand characters': 'a'.repeat(10_000),
    'a signed link of ours': `${encode({ method: 'GET', key: 'x' })}.${signature}`,
  }
}

/** One character changed at twenty positions, including the last one, which has bits that no byte uses. */
function alteredBytes(access: string): Record<string, string> {
  const places = Array.from({ length: 20 }, (_, index) => Math.round((index * (access.length - 1)) / 19))
  const lettersBeside = (letter: string) =>
    String.fromCharCode(letter.charCodeAt(0) + (/[zZ9_-]/.test(letter) ? -1 : 1))
  return Object.fromEntries(
    places
      .filter((at) => access[at] !== '.')
      .map((at) => [`altered at ${at}`, access.slice(0, at) + lettersBeside(access[at]!) + access.slice(at + 1)]),
  )
}

/** Valid tokens of sessions that are over. */
async function staleTokens({ database, baseUrl, ...clinic }: Clinic): Promise<Record<string, string>> {
  const open = () => openSession({ database, baseUrl, ...clinic })
  const ended = async (name: string, change: object) => {
    const { access } = await open()
    const { claims } = partsOf(access)
    await database.shared.updateTable('sessions').set(change).where('id', '=', String(claims.sid)).execute()
    return [name, access] as const
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const signedOut = (await open()).access
  await call(`${baseUrl}/api/user/logout/`, { headers: bearer(signedOut) })
  return {
    'of a session that was signed out': signedOut,
    ...Object.fromEntries([
      await ended('of a session after a new password', { ended_at: new Date(), end_reason: 'password_changed' }),
      await ended('of a session whose refresh was replayed', {
        ended_at: new Date(),
        end_reason: 'refresh_token_reused',
      }),
      await ended('of a session idle for an hour', { last_active_at: hoursAgo(1.01) }),
      await ended('of a session of twelve hours', { created_at: hoursAgo(12.01) }),
    ]),
  }
}

/** A valid token in a place where tokens are not accepted. */
function sentWrongly(access: string): Forgery[] {
  const headers = (value: string | string[]) => ({ authorization: value })
  return [
    {
      name: 'in the query',
      headers: {},
      query: `?access_token=${access}&token=${access}&authorization=Bearer%20${access}`,
    },
    { name: 'in a cookie', headers: { cookie: `access=${access}; authorization=Bearer ${access}` } },
    { name: 'in another header', headers: { 'x-access-token': access, 'proxy-authorization': `Bearer ${access}` } },
    { name: 'as Basic', headers: headers(`Basic ${Buffer.from(`:${access}`).toString('base64')}`) },
    { name: 'as Token', headers: headers(`Token ${access}`) },
    { name: 'without its scheme', headers: headers(access) },
    { name: 'with two spaces', headers: headers(`Bearer  ${access}`) },
    { name: 'with a tab', headers: headers(`Bearer\t${access}`) },
    { name: 'after an invalid one', headers: headers(`Bearer x.y.z, Bearer ${access}`) },
    { name: 'before an invalid one', headers: headers(`Bearer ${access}, Bearer x.y.z`) },
    { name: 'in the second of two headers', headers: headers(['Bearer x.y.z', `Bearer ${access}`]) },
    { name: 'with a byte after it', headers: headers(`Bearer ${access}\u00a0`) },
  ]
}
