import { expect, test } from 'vitest'
import { networkOf, wideNetworkOf } from './network.ts'

test('failures are counted by IPv4 address, and by the first 64 bits of an IPv6 address', () => {
  const cases = [
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ] as const
  for (const [address, network] of cases)
    expect([address, networkOf(address)]).toEqual([address, network])
  expect(wideNetworkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1::/48')
  expect(wideNetworkOf('10.1.2.3')).toBe('10.1.2.3')
})
