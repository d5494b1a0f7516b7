import { BlockList, isIP } from 'node:net'

/** Networks in the form `10.1.0.0/16`; an address alone is a network of one. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const kind = kindOf(address)
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return list
}

/** Whether an address is in one of the networks; with none, every address is. */
export const isWithin = (address: string, networks: readonly string[]): boolean =>
  networks.length === 0 || (isIP(address) !== 0 && networkList(networks).check(address, kindOf(address)))

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
