import type { FailureLimit } from '../platform/http/rate-limit.ts'
import { createFailureLimit } from '../platform/http/rate-limit.ts'
import { networkOf, wideNetworkOf } from './network.ts'

/** Counts what fails of client addresses within a minute: of their network, and of what one customer of a provider has. */
export interface GuessLimit {
  /** Seconds to wait, or 0. */
  waitSeconds(address: string): number
  fail(address: string): void
}

/** A network of IPv6 with 65,536 networks of clients may fail this many times as often as one of them. */
const wideFactor = 5

export function createGuessLimit(perMinute: number, now?: () => number): GuessLimit {
  const own: FailureLimit = createFailureLimit(perMinute, now)
  const wide: FailureLimit = createFailureLimit(perMinute * wideFactor, now)
  return {
    waitSeconds: (address) =>
      Math.max(own.waitSeconds(networkOf(address)), wide.waitSeconds(wideNetworkOf(address))),
    fail(address) {
      own.fail(networkOf(address))
      wide.fail(wideNetworkOf(address))
    },
  }
}
