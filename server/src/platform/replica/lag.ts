import { itemAt } from '@kufang/kernel/present.ts'

interface Sample {
  at: number
  position: number
}

/**
 * Measures the lag of a replica with one clock of this process: WAL positions of the primary are recorded with their
 * time and compared with the position the replica has replayed. This is correct for an idle primary and for a
 * disconnected replica.
 */
export class Lag {
  readonly #maxMs: number
  readonly #samples: Sample[] = []

  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  /** The primary's WAL reaches at least this position (bytes) at this time (ms). */
  note(at: number, position: number): void {
    this.#samples.push({ at, position })
    // The newest sample that is old enough decides; earlier ones are not needed.
    while (this.#samples.length > 1 && at - itemAt(this.#samples, 1).at >= this.#maxMs)
      this.#samples.shift()
  }

  /**
   * Whether the replica has everything older than the limit. Until this process has observed that long, it must have
   * everything from before the first sample.
   */
  isWithin(replayed: number): boolean {
    const [first] = this.#samples
    return first !== undefined && replayed >= first.position
  }
}
