import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Row, Transaction } from '../platform/database/database.ts'
import { keyText } from './master-table.ts'

/**
 * The second unit of a material is that of all its stock, so it cannot be changed while there is any.
 * @throws `second-unit-in-stock`
 */
export async function assertSecondUnitFree(tx: Transaction, materialNo: string): Promise<void> {
  const [held] = await tx.query<{ quantity: string; unit: string }>(
    `select sum(b.quantity) as quantity, m.unit from company c
     join stock_balance b on b.company_code = c.company_code and b.material_no = $1 and b.has_stock
     join material m on m.material_no = b.material_no group by m.unit`,
    [materialNo],
  )
  if (held === undefined) return
  const { quantity, unit } = held
  throw refuse(
    'second-unit-in-stock',
    { material: materialNo, quantity, unit },
    { field: 'secondUnit' },
  )
}

/** Masters of places of stock: each key part is a column of the balances. */
const places = new Set(['company', 'plant', 'storage-location', 'bin'])

/**
 * A place with stock cannot be disabled, because the stock could not be issued any more. Reads the balances directly,
 * because masters must not depend on the stock area.
 * @throws `master-holds-stock` with one of the materials
 */
export async function assertEmpty(tx: Transaction, definition: AnyMaster, row: Row): Promise<void> {
  if (!places.has(definition.name)) return
  const parts = [...new Set(['companyCode', ...definition.key])]
  const conditions = parts.map((part, index) => `b.${toSnake(part)} = $${index + 1}`).join(' and ')
  const [held] = await tx.query<{
    kinds: number
    materialNo: string
    quantity: string
    unit: string | null
  }>(
    `select count(*) over () as kinds, b.material_no, b.quantity, m.unit from stock_balance b
     left join material m on m.material_no = b.material_no
     where ${conditions} and b.has_stock order by b.material_no, b.key_id limit 1`,
    parts.map((part) => row[part]),
  )
  if (held !== undefined)
    throw refuse('master-holds-stock', {
      master: definition.label.zh,
      masterEn: definition.label.en,
      key: keyText(definition, row),
      kinds: held.kinds,
      material: held.materialNo,
      quantity: held.quantity,
      unit: held.unit ?? '',
    })
}
