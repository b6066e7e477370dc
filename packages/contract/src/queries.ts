import type { AnyQuery } from './document/declare/define-query.ts'
import { alarmQuery } from './logs/alarm-query.ts'
import { callQuery } from './logs/call-query.ts'
import { operationQuery } from './logs/operation-query.ts'
import { postingQuery } from './logs/posting-query.ts'
import { periodStockQuery } from './reports/period-stock-query.ts'
import { stockAsOfQuery } from './stock/stock-as-of-query.ts'
import { stockMoveQuery } from './stock/stock-move-query.ts'
import { stockQuery } from './stock/stock-query.ts'

/** The only list of all read-only queries other than document lists, by name. */
export const queries = {
  stock: stockQuery,
  'stock-as-of': stockAsOfQuery,
  'stock-move': stockMoveQuery,
  'period-stock': periodStockQuery,
  'erp-posting': postingQuery,
  'erp-call': callQuery,
  'erp-alarm': alarmQuery,
  operation: operationQuery,
} as const

export type QueryName = keyof typeof queries

/** The definition of a query by name, or undefined if not declared. */
export function queryDefinition(name: string): AnyQuery | undefined {
  return Object.hasOwn(queries, name) ? queries[name as QueryName] : undefined
}
