interface Sample {
  at: number
  position: number
}

/**
 * How far a replica is behind, by one clock and without one of the database's: the positions of the
 * primary's log are noted with the moment they were seen, and what the replica has replayed is held
 * against them. So it is right for an idle primary, and for a replica whose line to it is cut.
 */
export class Lag {
  readonly #maxMs: number
  readonly #samples: Sample[] = []

  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  /** The primary's log reaches at least this position (bytes) at this moment (ms). */
  note(at: number, position: number): void {
    this.#samples.push({ at, position })
    // The newest one that is old enough decides; those before it say nothing more.
    while (this.#samples.length > 1 && at - this.#samples[1]!.at >= this.#maxMs)
      this.#samples.shift()
  }

  /**
   * Whether the replica has everything that is older than the limit. As long as this process has not
   * watched for that long, it must have all that was there when the watch began.
   */
  isWithin(replayed: number): boolean {
    const [first] = this.#samples
    return first !== undefined && replayed >= first.position
  }
}
