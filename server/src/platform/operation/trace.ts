import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** A trace by W3C Trace Context: what belongs to one action, in all systems that take part. */
export interface Trace {
  /** 32 hexadecimal digits, not all zero. */
  traceId: string
  /** Two hexadecimal digits: whether the caller records the trace. */
  flags: string
}

const current = new AsyncLocalStorage<Trace | undefined>()
const empty = /^0+$/
/** The length of a header of version 00; later ones may be longer. */
const lengthOfFirstVersion = 55

/** A trace of our own. */
export function newTrace(): Trace {
  return { traceId: randomBytes(16).toString('hex'), flags: '00' }
}

/** The trace of a `traceparent` header; a new one if the header is missing or invalid, as the standard asks. */
export function traceOf(header: string | string[] | undefined): Trace {
  const text = typeof header === 'string' ? header : ''
  const found = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?=-|$)/.exec(text)
  if (found === null) return newTrace()
  const [, version, traceId, parentId, flags] = found as unknown as string[]
  const isKnown = version === '00' ? text.length === lengthOfFirstVersion : version !== 'ff'
  if (!isKnown || empty.test(traceId!) || empty.test(parentId!)) return newTrace()
  return { traceId: traceId!, flags: flags! }
}

/** The header that passes a trace on, with a new identifier of the call. */
export function traceparentOf({ traceId, flags }: Trace): string {
  return `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`
}

/** Runs what belongs to a trace, including everything it awaits. */
export function runWithTrace<T>(trace: Trace | undefined, run: () => T): T {
  return current.run(trace, run)
}

/** The trace of what is being done; undefined outside of requests, jobs and postings. */
export function currentTrace(): Trace | undefined {
  return current.getStore()
}

/** Its identifier, or ''. */
export function currentTraceId(): string {
  return current.getStore()?.traceId ?? ''
}
