import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId, ProtocolMediaId } from '@fonema/contract'
import { type Clock, isFromTheFuture } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/keys.ts'

const slotMs = 6 * 3600_000

type MediaGrant = { organization: OrganizationId; id: ProtocolMediaId }

/**
 * Addresses of an organisation's media. `<img>` and `<audio>` send no token, so the address is the right: only the
 * organisation's people get one, and it ends after 6 to 12 hours. It is the same for six hours, so that browsers keep
 * the file.
 */
export function createMediaLinks(keys: KeyRing, clock: Clock) {
  const sign = (key: Buffer, organization: string, id: string, slot: number) =>
    createHmac('sha256', key).update(`${organization}/${id}/${slot}`).digest()
  return {
    create(organization: OrganizationId, id: ProtocolMediaId): string {
      const slot = Math.floor(clock.now().getTime() / slotMs)
      const mac = sign(keys[0], organization, id, slot).toString('base64url')
      return `/media/own/${organization}/${id}/${slot}/${mac}`
    },
    /** Undefined for anything but an unaltered, unexpired address. */
    open({ organization, id, slot, mac }: Record<'organization' | 'id' | 'slot' | 'mac', string>) {
      const given = Buffer.from(mac, 'base64url')
      const isOurs = keys.some((key) => {
        const expected = sign(key, organization, id, Number(slot))
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
      const now = clock.now()
      const start = Number(slot) * slotMs
      const isInTime = now.getTime() < start + 2 * slotMs && !isFromTheFuture(new Date(start), now)
      // The signature covers both ids, which the server made.
      return isOurs && isInTime
        ? ({ organization: organization as OrganizationId, id: id as ProtocolMediaId } satisfies MediaGrant)
        : undefined
    },
  }
}
export type MediaLinks = ReturnType<typeof createMediaLinks>
