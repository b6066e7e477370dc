import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DocumentTable } from '../storage/table.ts'

/** The input of an action, for the header and for lines. */
export interface ActionInput {
  input?: Record<string, unknown> | undefined
  lines?: readonly ({ lineNo: number } & Record<string, unknown>)[] | undefined
}

/** Actor, action, input and time; the same for all documents of one request. */
export interface Acting {
  session: Session
  functionCodes: ReadonlySet<string>
  table: DocumentTable
  action: string
  given: ActionInput
  clock: Clock
  /** True if an effect of another document performs the action. */
  isSystem?: boolean
}

/** Performs an action caused by another (`performAction`, passed as a parameter to avoid an import cycle). */
export type Perform = (tx: Transaction, acting: Acting, loaded: LoadedDocument) => Promise<unknown>
