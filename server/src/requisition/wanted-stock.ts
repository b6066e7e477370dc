import type { ParameterValue } from '@kufang/contract/system/business-parameters.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { SpecialStock, WantedStock } from '../ledger/public.ts'
import { readParameter } from '../system/public.ts'

interface Charged {
  wbsElement?: string | null
}
/** A line that may name special stock. */
interface Wanting extends Charged {
  specialStock?: string | null
  specialStockReference?: string | null
}

/** The rule of a plant: which stock is taken where the demand names no special stock (SAP: stock determination). */
export type StockRule = ParameterValue<'issue.specialStock'>

/** The rule of the plant of a requisition or issue. */
export const readStockRule = (
  tx: Transaction,
  header: { companyCode?: string; plant?: string | null },
): Promise<StockRule> =>
  readParameter(tx, 'issue.specialStock', {
    companyCode: textOf(header.companyCode),
    plant: textOf(header.plant),
  })

/**
 * The stocks that may be issued for a line, the preferred one first. Special stock that the line names is the only one;
 * consignment without a supplier is of any. Otherwise the rule decides; project stock is for its own element only.
 */
export function wantedStocks(rule: StockRule, header: Charged, line: Wanting): WantedStock[] {
  const named = (line.specialStock ?? '') as SpecialStock
  if (named !== '')
    return [
      { specialStock: named, specialStockReference: textOf(line.specialStockReference) || null },
    ]
  const own: WantedStock = { specialStock: '', specialStockReference: '' }
  if (rule === 'own-only') return [own]
  const wbsElement = textOf(line.wbsElement, header.wbsElement)
  const special: WantedStock[] = [
    ...(wbsElement === ''
      ? []
      : [{ specialStock: 'Q' as const, specialStockReference: wbsElement }]),
    // Drawn, it is owed to its supplier, of whichever it is.
    ...(rule === 'own-first' ? [] : [{ specialStock: 'K' as const, specialStockReference: null }]),
  ]
  return rule === 'special-first' ? [...special, own] : [own, ...special]
}
