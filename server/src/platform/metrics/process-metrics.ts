import { collectDefaultMetrics, Counter, Registry } from 'prom-client'

const registry = new Registry()
let isObserved = false

/**
 * What belongs to the process as a whole, in Prometheus' text format: event loop, heap, garbage collection, processor
 * time, and the counts below. Observed from the first call on, because that wakes the process often.
 */
export function textOfProcess(): Promise<string> {
  if (!isObserved) collectDefaultMetrics({ register: registry })
  isObserved = true
  return registry.metrics()
}

/** Sign-ins refused. The account is in the log, never in a label. */
export const signInFailures = new Counter({
  name: 'kufang_sign_in_failures_total',
  help: 'Sign-ins refused since the start of the process: wrong password or unknown account, account locked, too many failures from one address, answer of an identity provider',
  labelNames: ['reason'] as const,
  registers: [registry],
})
for (const reason of ['wrong-password', 'locked', 'too-often', 'saml'])
  signInFailures.inc({ reason }, 0)
