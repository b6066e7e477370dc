import { addAll } from '@kufang/kernel/add-all.ts'

/** The ERP failures a client must handle. */
export const faultKinds = [
  'drop-before',
  'drop-after',
  'hang-before',
  'hang-after',
  'status-503',
  'status-500-html',
  'expired-token',
  'empty-items-on-201',
  'no-number-on-201',
  'slow',
  'lock-message',
  'business-reject',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** A fault to activate. */
export interface FaultRule {
  readonly kind: FaultKind
  /** Probability for matching requests, 0 to 1; default 1. */
  readonly probability?: number
  /** Maximum number of occurrences; unlimited if absent. */
  readonly count?: number
  readonly match?: {
    /** Regular expression for path and query. */
    readonly path?: string
    /** Movement type that one of the posted items must have. */
    readonly movementType?: string
    /** HTTP method, or ANY; by default every changing request. */
    readonly method?: string
  }
  /** Delay of 'slow' (100), and time for which the hanging ones keep the connection (600000). */
  readonly milliseconds?: number
  /** Seed of the random generator; the same seed and requests cause the same failures. */
  readonly seed?: number
  /** Message of 'business-reject' (default: M7/021 with an invented deficit). */
  readonly code?: string
  readonly message?: string
}

/** The properties of a request that faults match. */
export interface FaultSubject {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly movementTypes: readonly string[]
}

interface ActiveFault {
  readonly rule: FaultRule
  readonly path: RegExp | null
  random: () => number
  hits: number
}

/** The active faults, and which of them affects a request. */
export class Faults {
  private active: ActiveFault[] = []

  /** Adds rules; throws if one is malformed, adding none. */
  add(rules: readonly FaultRule[]): void {
    const added = rules.map((rule) => {
      if (!faultKinds.includes(rule.kind)) throw new Error(`no fault kind ${String(rule.kind)}`)
      const probability = rule.probability ?? 1
      if (!(probability >= 0 && probability <= 1)) throw new Error('probability must be 0 to 1')
      const path = rule.match?.path === undefined ? null : new RegExp(rule.match.path)
      return { rule, path, random: dice(rule.seed ?? 1), hits: 0 }
    })
    addAll(this.active, added)
  }

  clear(): void {
    this.active = []
  }

  /** The rules with their number of occurrences. */
  list(): { rule: FaultRule; hits: number }[] {
    return this.active.map(({ rule, hits }) => ({ rule, hits }))
  }

  /** The first fault that affects this request, after drawing its probability; null for none. */
  strike(subject: FaultSubject): FaultRule | null {
    for (const fault of this.active) {
      if (fault.rule.count !== undefined && fault.hits >= fault.rule.count) continue
      if (!matches(fault, subject)) continue
      const probability = fault.rule.probability ?? 1
      if (probability < 1 && fault.random() >= probability) continue
      fault.hits += 1
      return fault.rule
    }
    return null
  }
}

function matches(fault: ActiveFault, subject: FaultSubject): boolean {
  const { match } = fault.rule
  const method = match?.method?.toUpperCase()
  if (method === undefined && (subject.method === 'GET' || subject.method === 'HEAD')) return false
  if (method !== undefined && method !== 'ANY' && method !== subject.method) return false
  if (fault.path !== null && !fault.path.test(subject.url)) return false
  const movementType = match?.movementType
  return movementType === undefined || subject.movementTypes.includes(movementType)
}

/** A small deterministic generator of numbers from 0 to 1 (mulberry32). */
function dice(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
