import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { receiptObstacles } from '@kufang/contract/external-documents/purchase-order.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { sumQuantities } from '@kufang/kernel/quantity.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { linesHeldUp, readExpired } from '../delivery/public.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import { readOrderProblems, type ReceiptObstacle } from '../external-documents/public.ts'
import type { Material } from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { batchProblems, recordBatches } from '../ledger/public.ts'
import { expiryOf } from '../bins/public.ts'
import { heldBackBy, lockClearances, type NoteClearance } from './note-clearances.ts'

// What is checked and recorded of announced goods when they are here: at the gate, or at the unit that gets them directly.

type GateCode =
  | 'order-deleted'
  | 'order-blocked'
  | 'order-completed'
  | 'order-not-received'
  | 'problem-open'
  | 'contract-expired'
  | 'customs-not-released'
  | 'batch-data-differs'
  | 'batch-data-mixed'

type GateLine = Pick<
  LineOf<typeof arrival>,
  | 'lineNo'
  | 'materialNo'
  | 'quantity'
  | 'sourceId'
  | 'sourceNo'
  | 'sourceLine'
  | 'purchaseOrderNo'
  | 'purchaseOrderLine'
  | 'batch'
  | 'heatNo'
  | 'certificateNo'
  | 'productionDate'
  | 'expiryDate'
  | 'valuationType'
>

interface Gate {
  tx: Transaction
  document: { companyCode: string }
  lines: readonly GateLine[]
  now: Date
  today: LocalDate
  problem: (
    code: GateCode,
    params: Record<string, string | number>,
    line?: number,
    field?: string,
  ) => RefusalDetail
}

/** The dates of a batch for the ERP's item. */
export function datesOf(line: Pick<GateLine, 'productionDate' | 'expiryDate'>) {
  return {
    productionDate: (line.productionDate as LocalDate | null) ?? undefined,
    expiryDate: (line.expiryDate as LocalDate | null) ?? undefined,
  }
}

/**
 * Lines whose order item was deleted, blocked or changed in the ERP since they were announced, whose contract has expired, or
 * that have a problem that is not decided yet.
 * @param permitted what does not stand against these goods: consumption on receipt, where they go to their user
 */
export async function orderProblems(
  { tx, document, lines, today, problem }: Gate,
  permitted: ReceiptObstacle | null = null,
): Promise<RefusalDetail[]> {
  const { companyCode } = document
  const [found, heldUp, expired] = await Promise.all([
    readOrderProblems(tx, companyCode, lines, permitted),
    linesHeldUp({ queryable: tx, companyCode, lines, problem }, 'arriving'),
    readExpired(tx, companyCode, today, lines),
  ])
  const refused = lines.flatMap(({ lineNo, purchaseOrderNo, purchaseOrderLine }) => {
    const source = `${purchaseOrderNo}/${purchaseOrderLine}`
    const one = found.get(source)
    if (one === undefined) return []
    if (one === 'deleted') return [problem('order-deleted', { source }, lineNo)]
    if (one === 'blocked') return [problem('order-blocked', { source }, lineNo)]
    if (one === 'completed') return [problem('order-completed', { source }, lineNo)]
    const { zh, en } = receiptObstacles[one]
    return [problem('order-not-received', { source, reason: zh, reasonEn: en }, lineNo)]
  })
  const uncovered = lines.flatMap((line) => {
    const { lineNo, quantity, purchaseOrderNo, purchaseOrderLine } = line
    const source = `${purchaseOrderNo}/${purchaseOrderLine}`
    const contract = expired.get(source)
    if (contract === undefined) return []
    const { contractNo, contractEnd } = contract
    const note = line.sourceNo ?? ''
    const params = { source, contract: contractNo, end: contractEnd, quantity, note }
    return [problem('contract-expired', params, lineNo)]
  })
  // Of each line one thing is said; what the ERP says of the order now comes first.
  const said = new Map([...uncovered, ...heldUp, ...refused].map((one) => [one.line, one]))
  return [...said.values()].toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
}

/** Keeps what the lines state of their batches. */
export async function recordBatchData(
  { tx, document, now, problem }: Gate,
  lines: readonly GateLine[],
  materials: ReadonlyMap<string, Material>,
  fields: Readonly<Record<string, Field>>,
): Promise<void> {
  const differing = await recordBatches(
    tx,
    document.companyCode,
    lines
      .filter((line) => line.batch)
      .map((line) => ({
        lineNo: line.lineNo,
        materialNo: line.materialNo,
        batch: line.batch!,
        productionDate: line.productionDate as LocalDate | null,
        expiryDate: expiryOf(line, entryOf(materials, line.materialNo)),
        heatNo: line.heatNo ?? '',
        certificateNo: line.certificateNo ?? '',
        valuationType: line.valuationType,
        firstReceivedAt: now,
      })),
  )
  if (differing.length > 0) throw refuseAll(batchProblems(differing, fields, problem))
}

/** The clearances of the notes behind the lines: the first arrival of goods ends what may be taken back at customs. */
export const clearancesOf = ({
  tx,
  document,
  lines,
}: Pick<Gate, 'tx' | 'document'> & { lines: readonly Pick<GateLine, 'sourceId'>[] }) =>
  lockClearances(tx, document.companyCode, [...new Set(lines.map(({ sourceId }) => sourceId))])

/** Lines of imported goods that customs has not released. */
export function customsProblems(
  clearances: readonly NoteClearance[],
  { lines, problem }: Pick<Gate, 'lines' | 'problem'>,
): RefusalDetail[] {
  const keyOf = ({ sourceId, sourceLine }: GateLine) => `${sourceId}/${sourceLine}`
  const sums = new Map(
    [...Map.groupBy(lines, keyOf)].map(([key, own]) => [
      key,
      sumQuantities(own.map(({ quantity }) => quantity)),
    ]),
  )
  return lines.flatMap((line) => {
    const { lineNo, sourceId, sourceLine } = line
    const one = heldBackBy(clearances, sourceId ?? '', sourceLine ?? 0, entryOf(sums, keyOf(line)))
    if (one === undefined) return []
    return [problem('customs-not-released', { no: one.noteNo, by: one.docNo }, lineNo)]
  })
}

/** The first goods of released notes are here. */
export async function recordArrivals(
  documents: DocumentPort,
  companyCode: string,
  clearances: readonly NoteClearance[],
): Promise<void> {
  for (const { id } of clearances.filter(({ state }) => state === 'released'))
    await documents.act('customs-clearance', companyCode, id!, 'recordArrival')
}

/** The only goods of a note that were here are taken back. */
export async function withdrawArrivals(
  documents: DocumentPort,
  companyCode: string,
  clearances: readonly NoteClearance[],
): Promise<void> {
  const ended = clearances.filter(({ arrivals, state }) => arrivals === 1 && state === 'arrived')
  for (const { id } of ended)
    await documents.act('customs-clearance', companyCode, id!, 'withdrawArrival')
}
