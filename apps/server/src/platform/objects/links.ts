import { z } from 'zod'
import { type Clock, isFromTheFuture } from '../clock.ts'
import type { KeyRing } from '../keys.ts'
import { openValue, sealValue } from '../sealed-value.ts'
import type { Download, ObjectStore } from './object-store.ts'

const linkSeconds = 5 * 60

/** A file name like those of recordings, which reveals nothing about a person. */
const isRandomName = (filename: string) => /^[\da-f-]{36}\.[a-z\d]+$/.test(filename)

const Grant = z.object({
  method: z.literal('GET'),
  key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  expires: z.number(),
  /** The session that got the link; it must still have the right when the link is opened. Absent: the link suffices. */
  holder: z.object({ session: z.string(), of: z.string() }).optional(),
})
type LinkGrant = z.infer<typeof Grant>

export type Links = {
  /**
   * An address that serves one object for five minutes. It reveals nothing about the object, because addresses end up
   * in histories and logs. With a `holder` the server serves the object itself, to check the right at each request.
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
      // An address of the store contains the file name.
      if (presign !== undefined && holder === undefined && isRandomName(object.filename))
        return { url: await presign(object, linkSeconds), expiresAt }
      const grant: LinkGrant = { method: 'GET', ...object, expires, holder }
      const sealed = sealValue(keys, Buffer.from(JSON.stringify(grant)))
      return { url: `/api/links/${sealed.toString('base64url')}`, expiresAt }
    },
    open(token, method) {
      const sealed = Buffer.from(token, 'base64url')
      // Several base64 texts can decode to the same bytes; only the one that was issued is valid.
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
