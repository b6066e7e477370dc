import { isIPv6 } from 'node:net'

/**
 * The network of a client address for counting failures: the address itself for IPv4, also if mapped; of IPv6 the first
 * 64 bits, because one client chooses the others freely.
 */
export const networkOf = (address: string): string => network(address, 4)

/** Of IPv6 the first 48 bits, which one customer of a provider is given; of IPv4 the address itself. */
export const wideNetworkOf = (address: string): string => network(address, 3)

function network(address: string, groupsKept: number): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [left = '', right] = plain.toLowerCase().split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [head, tail] = [groups(left), groups(right)]
  const zeros = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  const first = [...head, ...zeros, ...tail].slice(0, groupsKept)
  return `${first.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/${groupsKept * 16}`
}
