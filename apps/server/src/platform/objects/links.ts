import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Clock, isFromTheFuture } from '../clock.ts'
import type { KeyRing } from '../keys.ts'
import type { Download, ObjectStore } from './object-store.ts'

const linkSeconds = 5 * 60

const Grant = z.object({
  method: z.literal('GET'),
  key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  expires: z.number(),
  /** Whoever was given it must still have the right: a session, and what it is of. Absent: the link alone is enough. */
  holder: z.object({ session: z.string(), of: z.string() }).optional(),
})
export type LinkGrant = z.infer<typeof Grant>

export type Links = {
  /**
   * An address that hands out one object for five minutes. With a `holder` the server hands it out itself, so that it
   * can ask again each time.
   */
  create(object: Download & Pick<LinkGrant, 'holder'>): Promise<{ url: string; expiresAt: Date }>
  /** Undefined for anything but an unaltered, unexpired link for this method. */
  open(token: string, method: string): LinkGrant | undefined
}

export function createLinks(keys: KeyRing, clock: Clock, { presign }: Pick<ObjectStore, 'presign'>): Links {
  const signatureOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  // As text: two base64 texts can decode to the same bytes, and only one of them was handed out.
  const isSignature = (key: Buffer, text: string, given: Buffer) => {
    const expected = Buffer.from(signatureOf(key, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return {
    async create({ holder, ...object }) {
      const expires = clock.now().getTime() + linkSeconds * 1000
      const expiresAt = new Date(expires)
      if (presign !== undefined && holder === undefined) return { url: await presign(object, linkSeconds), expiresAt }
      const grant: LinkGrant = { method: 'GET', ...object, expires, holder }
      const text = Buffer.from(JSON.stringify(grant)).toString('base64url')
      return { url: `/api/links/${text}.${signatureOf(keys[0], text)}`, expiresAt }
    },
    open(token, method) {
      const [text = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature)
      if (token !== `${text}.${signature}` || !keys.some((key) => isSignature(key, text, given))) return undefined
      const grant = Grant.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      const now = clock.now()
      const madeAt = new Date(grant.expires - linkSeconds * 1000)
      const isInTime = now.getTime() < grant.expires && !isFromTheFuture(madeAt, now)
      return grant.method === method && isInTime ? grant : undefined
    },
  }
}
