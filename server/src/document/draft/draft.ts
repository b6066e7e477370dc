import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import type { NewLines } from '../storage/document.ts'
import type { NewLink } from '../storage/links.ts'
import type { SourceLines } from './sources.ts'

/** A draft as received, unchecked. */
export interface DraftInput {
  companyCode?: string | undefined
  /** The page it is created on. */
  page?: string | undefined
  /** The variant of its type: header fields that the client does not send. */
  where?: PageWhere
  header: Record<string, unknown>
  lines: readonly Record<string, unknown>[]
  /** The unit fields that lines keep whose quantity is given without a unit, in their order. */
  keptUnits?: readonly (Record<string, unknown> | undefined)[]
}

/** The content of a draft after all checks, as inserted. */
export interface DraftContent {
  header: Record<string, unknown> & { companyCode: string }
  lines: NewLines
  links: NewLink[]
  /** The locked lines of predecessors, by `sourceKey`. */
  sources: SourceLines
}

/** Who sets fields: a person only those open to persons, the system also copied and derived ones. */
export type Maker = 'person' | 'system'
