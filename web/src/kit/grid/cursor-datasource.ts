export interface GridSort {
  field: string
  direction: 'asc' | 'desc'
}

/** A request for a block of rows; `cursor` is null for the first. */
export interface BlockRequest {
  cursor: string | null
  sort: readonly GridSort[]
  size: number
  signal: AbortSignal
}

/** `nextCursor` is null at the end of the list; `totalIsCapped` means "at least that many". */
export interface Block<Row> {
  rows: readonly Row[]
  nextCursor: string | null
  total: number
  totalIsCapped?: boolean
}

export type LoadBlock<Row> = (request: BlockRequest) => Promise<Block<Row>>

export interface RowRange<Row> {
  rows: readonly Row[]
  /** The last row, if known. */
  lastRow: number | undefined
}

/**
 * Provides rows by index from a server that pages by cursor: stores the cursor of each block, and walks forward from
 * the nearest known one to reach a later row. One instance per sort order.
 */
export class CursorWalker<Row> {
  readonly #load: LoadBlock<Row>
  readonly #size: number
  readonly #sort: readonly GridSort[]
  readonly #onTotal: (total: number, isCapped: boolean) => void
  readonly #abort = new AbortController()
  /** The cursor of each block; the first is null. */
  readonly #cursors: (string | null)[] = [null]
  #lastRow: number | undefined
  /** Blocks are read sequentially, because each contains the cursor of the next. */
  #queue: Promise<unknown> = Promise.resolve()
  /** The first block, requested before the table asked for it. */
  #begun: Promise<RowRange<Row>> | null = null

  constructor(options: {
    load: LoadBlock<Row>
    size: number
    sort: readonly GridSort[]
    onTotal: (total: number, isCapped: boolean) => void
  }) {
    this.#load = options.load
    this.#size = options.size
    this.#sort = options.sort
    this.#onTotal = options.onTotal
  }

  /** Requests the first block, which the next `read(0)` returns: the server works while the table is built. */
  begin(): void {
    this.#begun = this.read(0)
    // Reported to the one who reads it.
    this.#begun.catch(() => undefined)
  }

  /** Rows from `start`, the first row of a block. Rejects with the error of the server. */
  read(start: number): Promise<RowRange<Row>> {
    const begun = this.#begun
    this.#begun = null
    if (start === 0 && begun !== null) return begun
    const result = this.#queue.then(() => this.#read(Math.floor(start / this.#size)))
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Aborts pending requests. */
  stop(): void {
    this.#abort.abort()
  }

  async #read(wanted: number): Promise<RowRange<Row>> {
    let index = Math.min(wanted, this.#cursors.length - 1)
    for (;;) {
      if (this.#lastRow !== undefined && index * this.#size >= this.#lastRow && index > 0) {
        return { rows: [], lastRow: this.#lastRow }
      }
      const block = await this.#load({
        cursor: this.#cursors[index] ?? null,
        sort: this.#sort,
        size: this.#size,
        signal: this.#abort.signal,
      })
      this.#note(index, block)
      if (index === wanted) return { rows: block.rows, lastRow: this.#lastRow }
      if (block.nextCursor === null) return { rows: [], lastRow: this.#lastRow }
      index += 1
    }
  }

  #note(index: number, block: Block<Row>): void {
    this.#onTotal(block.total, block.totalIsCapped === true)
    if (block.nextCursor === null) this.#lastRow = index * this.#size + block.rows.length
    else this.#cursors[index + 1] = block.nextCursor
  }
}
