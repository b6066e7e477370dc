import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isPlaceHeld } from './holds/place-holds.ts'

/** The balance of a stock key; updated in memory while the moves of a document are processed. */
export interface Balance {
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
  /** Its bin, area or storage location is held: nothing leaves it, whatever is free or reserved; or its batch is held. */
  isHeld: boolean
  /** Its batch is held, wherever it lies: nobody uses it (`mayBatchMove`). */
  isBatchHeld: boolean
  /** Its bin, area or storage location is held. */
  isPlaceHeld: boolean
  /** In the second unit; null if the material has none. */
  secondQuantity: Quantity | null
}

/** The second unit of a material, with its planned ratio: `numerator` second units are `denominator` base units. */
export interface SecondUnit {
  unit: string
  numerator: number
  denominator: number
  decimals: number
}

export interface LockedBalances {
  balances: Map<number, Balance>
  /** Whether the ledger already contains a move with the idempotency key. */
  posted: boolean
  /** Of the materials that have one. */
  secondUnits: ReadonlyMap<string, SecondUnit>
  /** Of the materials, those whose pieces have serial numbers. */
  serialManaged: ReadonlySet<string>
}

// Locks all balances the document touches in one pass in key order, including those it increases; any other order could
// deadlock.
const lockText = `
  with locked as materialized (
    select key_id, quantity, reserved, frozen, is_held, is_batch_held, second_quantity, plant, storage_location, bin, place,
      stock_category
    from stock_balance
    where company_code = $1 and key_id = any($2::bigint[])
    order by key_id for no key update
  )
  select 'balance' as kind, key_id, quantity, reserved, frozen, is_held, is_batch_held,
    -- A row whose batch is held may lie in a held place besides, which only the places know.
    case when is_batch_held then ${isPlaceHeld('locked')} else is_held end as is_place_held, second_quantity,
    null::jsonb as second_unit
  from locked
  union all
  select 'posted', null, null, null, null, null, null, null, null, null where exists (
    select from stock_move where company_code = $1 and idempotency_key = $3)
  union all
  select 'past', null, null, null, null, null, null, null, null, null where exists (
    select from stock_snapshot_month where company_code = $1 and ends_at > $4)
  union all
  select 'second', null, null, null, null, null, null, null, null, jsonb_build_object('materialNo', m.material_no, 'unit', m.second_unit,
    'numerator', m.second_numerator, 'denominator', m.second_denominator, 'decimals', coalesce(u.decimals, 3),
    'isSerialManaged', m.is_serial_managed)
  from material m left join unit u on u.unit = m.second_unit
  where m.material_no = any($5::text[]) and (m.second_unit <> '' or m.is_serial_managed)`

interface LockRow {
  kind: 'balance' | 'posted' | 'past' | 'second'
  keyId: number
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
  isHeld: boolean
  isBatchHeld: boolean
  isPlaceHeld: boolean
  secondQuantity: Quantity | null
  secondUnit: SecondUnit & { materialNo: string; isSerialManaged: boolean }
}

/**
 * Locks the balances of stock keys until the transaction ends; one statement.
 * @param idempotencyKey of the first move to be written; '' if there is none
 * @param materialNos those whose second units and serial numbers are asked for
 * @param now an Error (not a refusal) if it lies in a month with a snapshot: physical moves are never backdated
 */
export async function lockBalances(
  tx: Transaction,
  companyCode: string,
  keyIds: readonly number[],
  idempotencyKey: string,
  now: Date,
  materialNos: readonly string[] = [],
): Promise<LockedBalances> {
  const rows = await tx.query<LockRow>(lockText, [
    companyCode,
    keyIds,
    idempotencyKey,
    now,
    materialNos,
  ])
  const balances = new Map<number, Balance>()
  const secondUnits = new Map<string, SecondUnit>()
  const serialManaged = new Set<string>()
  let posted = false
  for (const row of rows) {
    if (row.kind === 'posted') posted = true
    else if (row.kind === 'second') {
      const { materialNo, isSerialManaged, ...unit } = row.secondUnit
      if (unit.unit !== '') secondUnits.set(materialNo, unit)
      if (isSerialManaged) serialManaged.add(materialNo)
    } else if (row.kind === 'past')
      throw new Error(
        `moves at ${now.toISOString()} lie in a month that has its snapshot: none is backdated`,
      )
    else
      balances.set(row.keyId, {
        quantity: row.quantity,
        reserved: row.reserved,
        frozen: row.frozen,
        isHeld: row.isHeld,
        isBatchHeld: row.isBatchHeld,
        isPlaceHeld: row.isPlaceHeld,
        secondQuantity: row.secondQuantity,
      })
  }
  for (const keyId of keyIds)
    if (!balances.has(keyId)) throw new Error(`stock key ${companyCode}/${keyId} has no balance`)
  return { balances, posted, secondUnits, serialManaged }
}
