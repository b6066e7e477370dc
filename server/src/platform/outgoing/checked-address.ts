import { firstOf } from '@kufang/kernel/present.ts'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that serve a machine's own network, such as the credentials of its role; never an ERP or mail server. */
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('0.0.0.0', 8, 'ipv4')
forbidden.addSubnet('224.0.0.0', 3, 'ipv4')
forbidden.addAddress('100.100.100.200', 'ipv4')
forbidden.addAddress('192.0.0.192', 'ipv4')
forbidden.addAddress('::', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('ff00::', 8, 'ipv6')
forbidden.addAddress('fd00:ec2::254', 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** The connection would go to an address nothing is sent to. */
export class AddressRefused extends Error {
  readonly code = 'ERR_ADDRESS_REFUSED'
  constructor(host: string, address: string) {
    super(`${host} is ${address}, where nothing is sent`)
    this.name = 'AddressRefused'
  }
}

/** Whether nothing may be sent to an IP address: link-local, metadata, unspecified, multicast, and this machine unless permitted. */
export function isRefused(address: string, allowsLoopback: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  // BlockList also finds IPv4 addresses in their IPv6 form (::ffff:169.254.169.254).
  return forbidden.check(address, family) || (!allowsLoopback && loopback.check(address, family))
}

/** Throws `AddressRefused` for a host that is itself a refused address; a name is checked when it is resolved. */
export function assertNotRefused(host: string, allowsLoopback: boolean): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isRefused(address, allowsLoopback))
    throw new AddressRefused(host, address)
}

/**
 * Resolves a name for `net.connect` and fails with `AddressRefused` if any of its addresses is refused. The connection
 * uses these addresses, so a name cannot be resolved to others in between.
 */
export function checkedLookup(allowsLoopback: boolean, resolve = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const refused = addresses.find(({ address }) => isRefused(address, allowsLoopback))
      if (refused !== undefined) return callback(new AddressRefused(host, refused.address), '', 0)
      if (options.all === true) return callback(null, addresses)
      callback(null, firstOf(addresses).address, firstOf(addresses).family)
    })
  }
}
