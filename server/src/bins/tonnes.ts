import { weightPerUnitSql } from '../masters/public.ts'

/** As SQL: the tonnes of one base unit of the material of this alias; null where nobody knows what it weighs. */
export const tonnesPerUnitSql = (alias: string): string =>
  `(case when ${alias}.unit = 'TO' then 1 else (${weightPerUnitSql(alias)}) / 1000.0 end)`

/** As SQL: goods of this alias of `stock_balance` lie in their storage location; in transit (IT) they lie nowhere yet. */
export const liesSql = (alias: string): string =>
  `(${alias}.has_stock and ${alias}.place = 'stock' and ${alias}.stock_category <> 'IT')`
