import { z } from 'zod'
import { type Clock, isFromTheFuture } from '../clock.ts'
import type { KeyRing } from '../keys.ts'
import { openValue, sealValue } from '../sealed-value.ts'
import type { Download, ObjectStore } from './object-store.ts'

const linkSeconds = 5 * 60

/** As recordings have it: it says nothing of a person. */
const isRandomName = (filename: string) => /^[\da-f-]{36}\.[a-z\d]+$/.test(filename)

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
   * An address that hands out one object for five minutes, and says nothing of it: addresses end up in histories and
   * logs. With a `holder` the server hands it out itself, so that it can ask again each time.
   */
  create(object: Download & Pick<LinkGrant, 'holder'>): Promise<{ url: string; expiresAt: Date }>
  /** Undefined for anything but an unaltered, unexpired link for this method. */
  open(token: string, method: string): LinkGrant | undefined
}

export function createLinks(keys: KeyRing, clock: Clock, { presign }: Pick<ObjectStore, 'presign'>): Links {
  return {
    async create({ holder, ...object }) {
      const expires = clock.now().getTime() + linkSeconds * 1000
      const expiresAt = new Date(expires)
      // The address of a store contains the file name.
      if (presign !== undefined && holder === undefined && isRandomName(object.filename))
        return { url: await presign(object, linkSeconds), expiresAt }
      const grant: LinkGrant = { method: 'GET', ...object, expires, holder }
      const sealed = sealValue(keys, Buffer.from(JSON.stringify(grant)))
      return { url: `/api/links/${sealed.toString('base64url')}`, expiresAt }
    },
    open(token, method) {
      const sealed = Buffer.from(token, 'base64url')
      // Two base64 texts can decode to the same bytes, and only one of them was handed out.
      const opened = sealed.toString('base64url') === token ? openValue(keys, sealed) : undefined
      if (opened === undefined) return undefined
      const grant = Grant.parse(JSON.parse(opened.toString()))
      const now = clock.now()
      const madeAt = new Date(grant.expires - linkSeconds * 1000)
      const isInTime = now.getTime() < grant.expires && !isFromTheFuture(madeAt, now)
      return grant.method === method && isInTime ? grant : undefined
    },
  }
}
