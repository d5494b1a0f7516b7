import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkList } from '../platform/http/networks.ts'

export type Address = { address: string; family: number }

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<Address[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true })

/** IPv4 networks that are not the public Internet: IANA's special-purpose registry, multicast and reserved. */
const specialNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Documentation, and tunnels that contain an IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]

const special = networkList(specialNetworks)
/** Where the registries assign public IPv6 addresses. All else is local, mapped or reserved. */
const globalUnicast = networkList(['2000::/3'])

/** The operator's networks: only these may be private, and only these are called without encryption. */
export function createAddressRule(allowedNetworks: readonly string[]) {
  const allowed = networkList(allowedNetworks)
  const kindOf = ({ family }: Address) => (family === 6 ? 'ipv6' : 'ipv4')
  const isAllowed = (one: Address) => allowed.check(one.address, kindOf(one))
  const isPublic = (one: Address) =>
    !special.check(one.address, kindOf(one)) && (one.family === 4 || globalUnicast.check(one.address, 'ipv6'))

  return {
    /** Whether an address may be called. Without TLS only the operator's networks may. */
    permits: (one: Address, isEncrypted: boolean) => isAllowed(one) || (isEncrypted && isPublic(one)),
  }
}
export type AddressRule = ReturnType<typeof createAddressRule>

/** The addresses of a URL's host, without a query when the host is an address. */
export async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family === 0 ? resolve(host) : [{ address: host, family }]
}

/** The URL of a webhook; undefined when it is none that can be called. */
export function parseTarget(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isComplete = ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
  return isComplete ? url : undefined
}
