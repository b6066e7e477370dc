import type { ActionRequest } from '@kufang/contract/document/api.ts'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { ServerContext } from '../../platform/http/context.ts'

/** ERP documents of one company, by number. */
export interface MirroredNumbers {
  companyCode: string
  /** The document type of the mirror. */
  name: string
  docNos: readonly string[]
}

/** The acts on documents that a person asks for, with the input of lines of the only one. */
export interface AskedAct {
  ids: readonly string[]
  companyCodes: readonly string[]
  lines?: ActionRequest['lines']
}

/** Where goods lie, of a document that is compared with the ERP's stock there. */
export interface ReadPlace {
  companyCode: string
  plant: string
  storageLocation: string
}

/** What a document reads from the ERP again before its actions, outside the transaction (draft/source-refresh.ts). */
export interface Refreshes<Action extends string = string> {
  /** The mirrors at the start of its chain, from which its lines come directly or over other documents. */
  origins?: { mirrors: readonly DocumentName[]; actions: readonly Action[] }
  /** ERP documents that only the input of its actions names, and which of them an act will rely on. */
  named?: {
    mirror: DocumentName
    actions: readonly Action[]
    named: (
      queryable: Queryable,
      asked: AskedAct,
    ) => Promise<readonly Omit<MirroredNumbers, 'name'>[]>
  }
  /** The deliveries of the orders of goods of its lines, by company, before its actions and before it is made. */
  deliveries?: {
    actions: readonly Action[]
    /** The orders of existing documents, or of the header of a new one. */
    ordersOf: (
      queryable: Queryable,
      asked: Pick<AskedAct, 'ids' | 'companyCodes'> | { header: Readonly<Record<string, unknown>> },
    ) => Promise<readonly { companyCode: string; orderNos: readonly string[] }[]>
  }
  /** What the ERP holds at its place, with which its actions compare; never throws. */
  place?: {
    actions: readonly Action[]
    read: (context: ServerContext, place: ReadPlace) => Promise<void>
  }
}
