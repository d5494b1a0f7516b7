import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import { headersOf } from './download-headers.ts'
import type { Download, ObjectStore } from './object-store.ts'

/**
 * `bytes=0-99`, `bytes=100-`, `bytes=-100`. Undefined: send everything, also for several ranges. Null: not satisfiable.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const [, from = '', to = ''] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : null
}

/** Sends a stored object as a download that no browser executes. */
export async function sendObject(
  store: ObjectStore,
  request: FastifyRequest,
  reply: FastifyReply,
  object: Download,
): Promise<FastifyReply> {
  const size = await store.size(object.key)
  if (size === undefined) throw new AppError('not_found')
  reply.headers({
    ...headersOf(object),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
  const range = parseRange(request.headers.range, size)
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable')
  }
  if (range === undefined) return reply.code(200).header('content-length', size).send(store.read(object.key))
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(store.read(object.key, range))
}
