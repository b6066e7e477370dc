import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Label } from './declare/label.ts'

/** Most rows of one import; more are refused, so that it ends within the time of a request. */
export const importRowsMax = 5000

/** Most refusals an import tells; the others are counted. */
export const importRefusalsMax = 500

/** A row of an imported table: its number in the sheet, and its cells by field; a cell that is not sent changes nothing. */
export interface MasterImportRow {
  line: number
  values: Readonly<Record<string, unknown>>
}

/** What an import does with a table in which rows are refused: nothing at all, or the others. */
export type OnRefusal = 'stop' | 'skip'

/** What an import has done, or would do. */
export interface MasterImport {
  newCount: number
  changedCount: number
  /** Rows that are already as in the table: a table that is imported twice changes nothing. */
  sameCount: number
  /** Rows of rules that wait for another person. */
  requestedCount: number
  refusedCount: number
  /** Each with the row (`line`) and the cell (`field`) it is about; at most `importRefusalsMax`. */
  refusals: (RefusalDetail & { zh: string; en: string })[]
  /** False of a check, and if rows were refused and the import was to stop then. */
  isImported: boolean
}

/** What was done to a row of a master. */
export interface MasterHistoryEntry {
  at: string
  userName: string
  account: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string | null
}

/** Who uses a row of a master: rows of another master, persons by their data scope, or a list of documents. */
export interface MasterUse {
  kind: 'master' | 'scope' | 'list'
  label: Label
  /** Null of a list, which is not counted. */
  count: number | null
  /** Names of the first. */
  examples: string[]
  /** The page, if the person may open it, with the values of its filters. */
  path?: string
  list?: string
  filters?: Readonly<Record<string, string>>
}
