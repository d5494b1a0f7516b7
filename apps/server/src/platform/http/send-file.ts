import type { FastifyReply } from 'fastify'

const types: Record<string, string> = { pdf: 'application/pdf', json: 'application/octet-stream', png: 'image/png' }

/** A download that no browser executes. */
export const sendFile = (reply: FastifyReply, bytes: Buffer, name: string) =>
  reply
    .headers({
      'content-type': types[name.split('.').at(-1)!],
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'content-length': bytes.length,
    })
    .send(bytes)
