import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Id, UserId } from '@fonema/contract'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { type Clock, isFromTheFuture } from '../platform/clock.ts'
import { type KeyRing, nameOfKey } from '../platform/keys.ts'

const issuer = 'fonema'
const audience = 'fonema-api'
const type = 'at+jwt'
const algorithm = 'HS256'

type Session = { sessionId: string; userId: UserId }
type Read = Session & { issuedAt: Date; expiresAt: Date }

/**
 * Size of the cache of verified tokens. A browser sends each token about fifty times, and verifying a signature takes
 * as long as a small statement.
 */
const maxCachedTokens = 10_000

type AccessTokens = {
  sign(session: Session): Promise<string>
  /** Undefined for any token that this clinic did not issue or that has expired. */
  verify(token: string): Promise<Session | undefined>
}

export function createAccessTokens(keys: KeyRing, clock: Clock, lifetimeSeconds: number): AccessTokens {
  const [signing] = keys
  const kid = nameOfKey(signing)
  /** Verified tokens: their contents cannot change, so only the times are checked at each call. */
  const read = new Map<string, Read>()
  const named = new Map(keys.map((key) => [nameOfKey(key), key]))
  return {
    sign({ sessionId, userId }) {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(signing)
    },
    async verify(token) {
      const found = read.get(token) ?? (await readToken(token))
      const now = clock.now()
      if (found === undefined || found.expiresAt <= now || isFromTheFuture(found.issuedAt, now)) return undefined
      return { sessionId: found.sessionId, userId: found.userId }
    },
  }

  /** The contents of a token that this clinic issued. */
  async function readToken(token: string): Promise<Read | undefined> {
    if (!isAsIssued(token)) return undefined
    try {
      const key = named.get(decodeProtectedHeader(token).kid ?? '')
      if (key === undefined) return undefined
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        typ: type,
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        currentDate: clock.now(),
      })
      const { iat = 0, exp = 0 } = payload
      const sessionId = Id.safeParse(payload.sid).data
      const userId = UserId.safeParse(payload.sub).data
      if (sessionId === undefined || userId === undefined) return undefined
      const found = { sessionId, userId, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) }
      remember(token, found)
      return found
    } catch {
      return undefined
    }
  }

  function remember(token: string, found: Read) {
    read.set(token, found)
    const [oldest] = read.keys()
    if (read.size > maxCachedTokens && oldest !== undefined) read.delete(oldest)
  }
}

/**
 * base64 allows several texts for the same bytes (unused bits of the last letter, padding). Only the issued text is
 * valid.
 */
const isAsIssued = (token: string) =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/** A refresh token, or the secret of a browser. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Tokens are stored as hashes, so a stolen database opens no session. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The next token of a chain, computed from the hash of the current one. So two tabs that refresh at the same time get
 * the same token although only hashes are stored, and an impersonation can issue the next one.
 */
export const successorOf = (key: Buffer, hash: Buffer) => createHmac('sha256', key).update(hash).digest('base64url')
