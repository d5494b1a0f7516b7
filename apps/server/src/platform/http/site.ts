import type { FastifyRequest } from 'fastify'

/** The clinic as its users see it; the origin is scheme, host and port. */
export type Site = Pick<URL, 'origin' | 'hostname' | 'protocol'>

const nowhere: Site = { origin: '', hostname: '', protocol: '' }

/**
 * The address of `PUBLIC_URL`, or else the one that was asked for, which a proxy may say when `TRUST_PROXY` names it. A
 * `Host` that is none is no site.
 */
export const siteOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): Site =>
  URL.parse(publicUrl ?? `${protocol}://${host}`) ?? nowhere
