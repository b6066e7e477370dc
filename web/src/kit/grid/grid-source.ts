import type { LoadBlock } from './cursor-datasource.ts'

/** Rows from the server, block after block, or rows at hand. */
export type GridSource<Row> =
  | {
      kind: 'cursor'
      loadBlock: LoadBlock<Row>
      /** Text of filters and search; another one starts over at the top. */
      queryKey: string
      /** Names whose writes make the list stale; see `markStale`. */
      entity?: string
    }
  | { kind: 'rows'; rows: readonly Row[] }
