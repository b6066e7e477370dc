/** Calls of the product: number, duration, repetitions. */
export class CallLog {
  #durations = new Map<string, number[]>()
  #count = 0
  /** Requests sent again with the same idempotency key. */
  repeated = 0
  /** Second responses that differed from the first. */
  contradictions: string[] = []

  get count(): number {
    return this.#count
  }

  note(label: string, milliseconds: number): void {
    this.#count += 1
    const known = this.#durations.get(label)
    if (known === undefined) this.#durations.set(label, [milliseconds])
    else known.push(milliseconds)
  }

  /** Per kind of call, the largest total duration first. */
  summary(): { label: string; calls: number; median: number; p95: number; total: number }[] {
    return [...this.#durations]
      .map(([label, all]) => {
        const sorted = all.toSorted((one, other) => one - other)
        const at = (part: number) =>
          sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
        const total = all.reduce((sum, each) => sum + each, 0)
        return { label, calls: all.length, median: at(0.5), p95: at(0.95), total }
      })
      .toSorted((one, other) => other.total - one.total)
  }
}

/** `post /api/documents/arrival/prefill`: the path without ids. */
export function labelOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\?.*$/, '')}`
}
