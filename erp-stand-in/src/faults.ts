/** The ways an ERP fails that a client must live through. */
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

/** A fault as it is switched on. */
export interface FaultRule {
  readonly kind: FaultKind
  /** Share of the matching requests that fail, 0 to 1; 1 when absent. */
  readonly probability?: number
  /** How often at most; without limit when absent. */
  readonly count?: number
  readonly match?: {
    /** Regular expression on path and query. */
    readonly path?: string
    /** Movement type that one of the posted items must have. */
    readonly movementType?: string
    /** HTTP method, or ANY; without it every request that changes something. */
    readonly method?: string
  }
  /** How long 'slow' waits (100) and the hanging ones hold the line (600000). */
  readonly milliseconds?: number
  /** Seed of the dice; the same seed and requests give the same failures. */
  readonly seed?: number
  /** Message of 'business-reject' (M7/021 of an invented deficit when absent). */
  readonly code?: string
  readonly message?: string
}

/** What the faults look at in a request. */
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

/** The faults switched on now, and which of them a request meets. */
export class Faults {
  private active: ActiveFault[] = []

  /** Adds rules; throws for one that is malformed, adding none. */
  add(rules: readonly FaultRule[]): void {
    const added = rules.map((rule) => {
      if (!faultKinds.includes(rule.kind)) throw new Error(`no fault kind ${String(rule.kind)}`)
      const probability = rule.probability ?? 1
      if (!(probability >= 0 && probability <= 1)) throw new Error('probability must be 0 to 1')
      const path = rule.match?.path === undefined ? null : new RegExp(rule.match.path)
      return { rule, path, random: dice(rule.seed ?? 1), hits: 0 }
    })
    this.active.push(...added)
  }

  clear(): void {
    this.active = []
  }

  /** The rules with how often each has struck. */
  list(): { rule: FaultRule; hits: number }[] {
    return this.active.map(({ rule, hits }) => ({ rule, hits }))
  }

  /** The first fault this request meets, with the dice thrown; null for none. */
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
