import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { extendHolds, releasePlaces } from '../ledger/public.ts'
import type { Transaction } from '../platform/database/database.ts'

// What freezes of whole places and of whole batches share.

interface Holding {
  tx: Transaction
  document: { companyCode: string; id: string }
}

/** The effect that ends what a document of the type holds. */
export const endHold =
  (documentType: string) =>
  ({ tx, document, now }: Holding & { now: Date }): Promise<void> =>
    releasePlaces(tx, {
      companyCode: document.companyCode,
      documentType,
      documentId: document.id,
      now,
    })

/** The effect that moves its last day: who meets the freeze is told the later one. */
export const extendHold =
  (documentType: string) =>
  ({ tx, document, input }: Holding & { input: { holdUntil: string } }): Promise<void> =>
    extendHolds(tx, {
      companyCode: document.companyCode,
      documentType,
      documentId: document.id,
      heldUntil: input.holdUntil as LocalDate,
    })
