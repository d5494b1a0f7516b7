import type { FastifyRequest } from 'fastify'

/**
 * Scheme, host and port of the clinic as its users see them: those of `PUBLIC_URL`, or else those that were asked for,
 * which a proxy may say when `TRUST_PROXY` names it.
 */
export const originOf = (
  { protocol, host }: FastifyRequest,
  { publicUrl }: { publicUrl: string | undefined },
): string => (publicUrl === undefined ? `${protocol}://${host}` : new URL(publicUrl).origin)
