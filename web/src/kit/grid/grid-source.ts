import type { LoadBlock } from './cursor-datasource.ts'

/** Rows paged from the server, or local rows. */
export type GridSource<Row> =
  | {
      kind: 'cursor'
      loadBlock: LoadBlock<Row>
      /** Filters and search as text; a change reloads from the top. */
      queryKey: string
      /** Entity names whose writes make the list stale; see `markStale`. */
      entity?: string
    }
  | { kind: 'rows'; rows: readonly Row[] }
