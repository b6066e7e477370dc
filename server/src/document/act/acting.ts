import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../clock.ts'
import type { DocumentTable } from '../storage/table.ts'

/** What is given with an action: its input, and input for lines. */
export interface ActionInput {
  input?: Record<string, unknown> | undefined
  lines?: readonly ({ lineNo: number } & Record<string, unknown>)[] | undefined
}

/** Who acts, how and when: the same for all documents that are acted upon together. */
export interface Acting {
  session: Session
  functionCodes: ReadonlySet<string>
  table: DocumentTable
  action: string
  given: ActionInput
  clock: Clock
  /** An effect of another document calls for it. */
  isSystem?: boolean
}
