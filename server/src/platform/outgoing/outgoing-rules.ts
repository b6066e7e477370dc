import { refuse } from '@kufang/kernel/refusal.ts'

/** Where requests may go whose address a person has entered on a page. Only the operator sets it (environment). */
export interface OutgoingRules {
  /** `sap.example.com` (any port), `sap.example.com:44300`, `*.example.com`; lower case. */
  hosts: readonly string[]
  /** This machine is permitted too, with plain http: in the demonstration, whose ERP runs here. */
  allowsLoopback: boolean
}

/** Nothing is permitted; used where no rules are given. */
export const noOutgoing: OutgoingRules = { hosts: [], allowsLoopback: false }

/** The rules of this installation. */
export function outgoingRules(settings: {
  outgoingHosts: readonly string[]
  demonstration: boolean
}): OutgoingRules {
  return { hosts: settings.outgoingHosts, allowsLoopback: settings.demonstration }
}

const loopbackName = /^(localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/**
 * Whether a host and port are on the operator's list, or this machine where that is permitted.
 * @param port null if any port may be meant
 */
export function isPermitted(rules: OutgoingRules, host: string, port: number | null): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (loopbackName.test(name)) return rules.allowsLoopback
  return rules.hosts.some((entry) => {
    const [, listed = '', listedPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []
    const isOther = listedPort !== undefined && port !== null && Number(listedPort) !== port
    if (isOther) return false
    return listed.startsWith('*.') ? name.endsWith(listed.slice(1)) : name === listed
  })
}

/** Why an address is not permitted, or null. Plain http is for this machine only. */
export function addressProblem(rules: OutgoingRules, address: string): 'unlisted' | 'plain' | null {
  const { protocol, hostname, port } = new URL(address)
  const isPlain = protocol !== 'https:'
  if (!isPermitted(rules, hostname, Number(port) || (isPlain ? 80 : 443))) return 'unlisted'
  return isPlain && !loopbackName.test(hostname) ? 'plain' : null
}

/** Refuses `address-not-permitted` or `address-not-encrypted`, on the field of the form. */
export function mustBePermitted(rules: OutgoingRules, address: string, field: string): void {
  const problem = addressProblem(rules, address)
  const { host } = new URL(address)
  if (problem === 'unlisted') throw refuse('address-not-permitted', { host }, { field })
  if (problem === 'plain') throw refuse('address-not-encrypted', { host }, { field })
}
