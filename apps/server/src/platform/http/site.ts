import type { FastifyRequest } from 'fastify'

/** The public address of the clinic; the origin is scheme, host and port. */
export type Site = Pick<URL, 'origin' | 'hostname' | 'protocol'>

const nowhere: Site = { origin: '', hostname: '', protocol: '' }

/**
 * The address of `PUBLIC_URL`, or otherwise that of the request. A proxy listed in `TRUST_PROXY` can set the latter. An
 * invalid `Host` gives an empty site.
 */
export const siteOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): Site =>
  URL.parse(publicUrl ?? `${protocol}://${host}`) ?? nowhere
