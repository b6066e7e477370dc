import { stockOfLine } from '../document/draft/stock-lines.ts'
import type { StockKey } from '../ledger/public.ts'

type Named = Readonly<Record<string, unknown>> & { pickingUnit: string | null }

/** Where goods are that a unit took in an emergency, until its requisition is approved: with the unit, in no bin. */
export const withUnit = (header: Named, line: Readonly<Record<string, unknown>>): StockKey =>
  stockOfLine(header, line, {
    place: 'awaiting-supplement',
    placeReference: header.pickingUnit ?? '',
    bin: '',
  })
