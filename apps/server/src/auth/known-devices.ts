import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import { subnetOf } from '../platform/http/rate-limits.ts'
import { siteOf } from '../platform/http/site.ts'
import { deriveKeys } from '../platform/keys.ts'
import type { Source } from './attempts.ts'

const lifetimeSeconds = 180 * 24 * 3600

/**
 * Recognises browsers that signed in to an account before, by a cookie per account. The cookie grants no access. It
 * gives the browser its own count of failures, so that others cannot lock it out (decision 0179).
 */
export function createKnownDevices({ config, clock }: { config: Config; clock: Clock }) {
  const keys = deriveKeys(config, 'devices')
  const macOf = (key: Buffer, ...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
  // A name per account, because several people may share a browser. Without the key it does not reveal the account.
  const nameOf = (key: Buffer, emailKey: string) => `fonema_device_${macOf(key, 'name', emailKey).slice(0, 16)}`

  function findId({ cookies }: FastifyRequest, emailKey: string): string | undefined {
    for (const key of keys) {
      const [id = '', until = '', mac = ''] = (cookies[nameOf(key, emailKey)] ?? '').split('.')
      const isOurs = isSame(mac, macOf(key, 'device', id, until, emailKey))
      if (isOurs && Number(until) * 1000 > clock.now().getTime()) return id
    }
    return undefined
  }

  return {
    sourceOf(request: FastifyRequest, emailKey: string): Source {
      const id = findId(request, emailKey)
      return id === undefined ? { kind: 'network', value: subnetOf(request.ip) } : { kind: 'device', value: id }
    },

    /** Marks the browser as known to the account, or extends that. */
    remember(request: FastifyRequest, reply: FastifyReply, emailKey: string): void {
      const [key] = keys
      const id = findId(request, emailKey) ?? randomBytes(16).toString('base64url')
      const until = String(Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds)
      reply.setCookie(nameOf(key, emailKey), `${id}.${until}.${macOf(key, 'device', id, until, emailKey)}`, {
        path: '/api/',
        httpOnly: true,
        sameSite: 'strict',
        secure: siteOf(request, config.publicUrl).protocol === 'https:',
        maxAge: lifetimeSeconds,
      })
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
