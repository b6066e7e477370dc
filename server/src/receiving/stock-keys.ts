import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { stockKey, type SpecialStock, type StockKey } from '../ledger/public.ts'

type Line = LineOf<typeof arrival>

/** The stock key of a line's goods between arrival and receipt. */
export function arrivalKey(
  companyCode: string,
  plant: string,
  storageLocation: string,
  line: Pick<
    Line,
    'materialNo' | 'bin' | 'batch' | 'stockCategory' | 'specialStock' | 'specialStockReference'
  >,
): StockKey {
  return stockKey({
    companyCode,
    plant,
    storageLocation,
    bin: line.bin ?? '',
    materialNo: line.materialNo,
    batch: line.batch ?? '',
    stockCategory: (line.stockCategory ?? 'QI') as StockKey['stockCategory'],
    specialStock: (line.specialStock ?? '') as SpecialStock,
    specialStockReference: line.specialStockReference ?? '',
  })
}

/**
 * The stock key of goods that came without papers: in their bin, but blocked and outside the books of the ERP, because there
 * is no order yet with which they could be posted.
 */
export const offBookKey = (
  companyCode: string,
  plant: string,
  storageLocation: string,
  { materialNo, bin, batch }: Pick<Line, 'materialNo' | 'bin' | 'batch'>,
): StockKey =>
  stockKey({
    companyCode,
    plant,
    storageLocation,
    bin: bin ?? '',
    materialNo,
    batch: batch ?? '',
    stockCategory: 'GRB',
    book: 'OFF',
  })

/** Where such goods go once they have their papers. */
export const paperedKey = (companyCode: string, plant: string, materialNo: string): StockKey =>
  stockKey({ companyCode, place: 'papered', plant, materialNo })

/** The virtual bin through which goods go that are delivered directly to their unit. */
export const directKey = (
  companyCode: string,
  plant: string,
  storageLocation: string,
  line: Pick<Line, 'materialNo' | 'batch' | 'specialStock' | 'specialStockReference'>,
): StockKey =>
  stockKey({
    companyCode,
    place: 'direct-delivery',
    plant,
    storageLocation,
    materialNo: line.materialNo,
    batch: line.batch ?? '',
    specialStock: (line.specialStock ?? '') as SpecialStock,
    specialStockReference: line.specialStockReference ?? '',
  })

/** The supplier as the place outside the stock from which the goods come. */
export function supplierKey(companyCode: string, plant: string, materialNo: string): StockKey {
  return stockKey({ companyCode, place: 'supplier', plant, materialNo })
}
