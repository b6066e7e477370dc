import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { NewLink } from '../storage/links.ts'

/** A draft as it is sent in, nothing checked yet. */
export interface DraftInput {
  companyCode?: string | undefined
  /** The page it is made on. */
  page?: string | undefined
  /** Which variant of its type it is: header fields nobody sends. */
  where?: PageWhere
  header: Record<string, unknown>
  lines: readonly Record<string, unknown>[]
}

/** A draft's content after everything was checked: what goes into the tables. */
export interface DraftContent {
  header: Record<string, unknown> & { companyCode: string }
  lines: (Record<string, unknown> & { lineNo: number; quantity: Quantity })[]
  links: NewLink[]
}

/** Whether fields may be set from outside: a person sets his own, the system also those it copies or derives. */
export type Maker = 'person' | 'system'
