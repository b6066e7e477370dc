import { subtractQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'

type Excess = (of: (name: string) => Quantity) => Quantity

/** By how much a line is too much, in the base unit, by the code of its refusal. */
const excesses: Readonly<Record<string, Excess>> = {
  'quantity-exceeds-open': (of) => subtractQuantity(of('quantity'), of('open')),
  'quantity-held': (of) => subtractQuantity(of('quantity'), of('free')),
  'arrival-exceeds-tolerance': (of) => subtractQuantity(of('excess'), of('room')),
  'arrival-exceeds-order': (of) => of('beyond'),
  'arrival-excess-reported': (of) => of('beyond'),
}

/** Refusals of goods at the gate: what is too much of them stands there, and has no papers. */
export const isExcessAtGate = (code: string): boolean => code.startsWith('arrival-exce')

/**
 * The document that records goods at the gate beyond what is permitted, outside the books until they have papers; the page
 * on which it is entered; and what is said there of the same truck.
 */
export const excessDocument = {
  name: 'unannounced-arrival',
  page: '/receive/queryReceiveManagerToSupplement',
  header: [
    'companyCode',
    'supplierNo',
    'plant',
    'storageLocation',
    'unloadingPoint',
    'visualCheck',
    'plateNo',
    'signedOffBy',
  ],
  lines: [
    'materialNo',
    'description',
    'materialGroup',
    'unit',
    'valuationType',
    'batch',
    'heatNo',
    'certificateNo',
    'productionDate',
    'expiryDate',
    'caseNo',
    'bin',
  ],
} as const

/**
 * By how much a line is too much, so that the page can offer to enter what is permitted; null of a refusal that does not
 * say so.
 */
export function excessOf({
  code,
  params,
}: Pick<RefusalDetail, 'code' | 'params'>): Quantity | null {
  return excesses[code]?.((name) => String(params[name]) as Quantity) ?? null
}
