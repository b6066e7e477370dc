import { BlockList, isIP } from 'node:net'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { adminRole } from '@kufang/kernel/permission.ts'

/** How a technical account, the account of a program, may use the server. */
export interface TechnicalAccess {
  requestsPerMinute: number
  /** Addresses and networks it may come from; empty for any. */
  networks: readonly string[]
}

/** Roles that administer users, rules and interfaces: for persons only. */
const rolesOfPersons: ReadonlySet<string> = new Set([
  adminRole,
  ...pageCatalogue
    .filter(({ group }) => group === '/system')
    .flatMap(({ role, groupRole }) => [role, groupRole]),
])

/** Whether a technical account cannot hold this role. */
export const isForPersons = (role: string): boolean => rolesOfPersons.has(role)

/** Without the roles that are for persons only, which an application or tenant may share with its accounts. */
export const rolesOfProgram = (roles: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...roles].filter((role) => !isForPersons(role)))

/** The parts of `10.1.0.0/16` or `10.1.2.3`; null for a text that is neither. */
function networkOfText(
  text: string,
): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', bits] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return null
  const bitsMax = version === 4 ? 32 : 128
  const given = bits === undefined ? bitsMax : Number(bits)
  return given > bitsMax ? null : { address, bits: given, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether a text is an address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => networkOfText(text) !== null

/** Whether an address lies in one of the networks; IPv4 addresses also in their IPv6 form. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  const [plain = ''] = address.split('%')
  const list = new BlockList()
  for (const text of networks) {
    const network = networkOfText(text)
    if (network !== null) list.addSubnet(network.address, network.bits, network.family)
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
