import { addAll } from '@kufang/kernel/add-all.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { parseMoney, sumMoney, zeroMoney } from '@kufang/kernel/money.ts'
import { expect } from 'vitest'
import { inBooksSql, isReversedSql } from '../../../erp/posting-row.ts'
import { rebuiltPeriods } from '../../../ledger/public.ts'
import { worldErpPassword } from '../../testing/world.ts'
import { days, monthOf, type Books, type Ground } from './books.ts'

// What goods are worth once all is settled, read from the other side: the model knows no amounts, so that ours are compared
// with those of the stand-in, item by item and as sums. Nothing here asks the product how it found them.

interface Item {
  direction: 'post' | 'reverse'
  isReversed: boolean
  number: string
  year: string
  itemNo: string
  movementType: string
  materialNo: string
  /** Into the stock of a consignor, from outside: what he owns has no value of ours, whatever the ERP offsets. */
  isConsigned: boolean
  postedAmount: string | null
  finalAmount: string | null
  source: string | null
  /** The number and item of the document that it settles or takes back; null if it refers to none. */
  receipt: string | null
  reason: string | null
}

/** What our postings of the place say of their items. */
function itemsHere({ world: { database } }: Books, { place, second }: Ground): Promise<Item[]> {
  return database.query<Item>(
    `select p.direction, ${isReversedSql('p')} as is_reversed, p.material_document as number, p.material_document_year as year,
       i.material_document_item as item_no, i.movement_type, i.material_no, i.from_plant is null and i.to_special_stock = 'K' as is_consigned, i.posted_amount,
       v.amount - back.amount as final_amount, v.source, r.number as receipt, request.item->>'reason' as reason
     from erp_posting p
     join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
     left join stock_move_valuation v on v.company_code = i.company_code and v.move_id = i.move_id
     cross join lateral (
       select coalesce(sum(coalesce(rv.amount, r.amount)), 0) as amount from stock_move r
       left join stock_move_valuation rv on rv.company_code = r.company_code and rv.move_id = r.id
       where r.company_code = i.company_code and r.reverses = i.move_id) back
     cross join lateral (select p.payload->'items'->(i.item_no - 1) as item) request
     left join lateral (
       select s.material_document || '/' || si.material_document_item as number
       from erp_posting_item si join erp_posting s on s.company_code = si.company_code and s.id = si.posting_id
       where si.company_code = i.company_code and si.move_id = (request.item->>'settlesMove')::uuid and s.direction = 'post'
         and s.state = 'posted' and s.sequence < p.sequence
       order by s.sequence desc limit 1) r on true
     where p.company_code = $1 and p.state = 'posted'
       and (i.from_storage_location = any ($2) or i.to_storage_location = any ($2))
     order by p.sequence, i.item_no`,
    [place.companyCode, [place.storageLocation, second.storageLocation]],
  )
}

async function rowsThere({ standIn }: Books, path: string): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = []
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`KUFANG:${worldErpPassword}`).toString('base64')}`,
  }
  let next: string | undefined = `${standIn.url}/sap/opu/odata/sap/${path}`
  while (next !== undefined) {
    const reply: Response = await fetch(next, { headers })
    const { d } = (await reply.json()) as {
      d: { results: Record<string, string>[]; __next?: string }
    }
    addAll(rows, d.results)
    next = d.__next
  }
  return rows
}

/**
 * Each posted item is worth here, to the cent, what the ERP posted for it, and unknown if that is nothing; its move has the
 * amount of the posting that stands; and what settles or takes back a receipt names it, with a reason where one is asked for.
 */
export async function proveValues(books: Books, ground: Ground): Promise<void> {
  const { place, second } = ground
  // What was not read back yet is read now.
  await books.world.database.query(
    `update erp_posting set next_attempt_at = now() where state = 'posted' and read_back_at is null`,
  )
  await books.send()
  const filter = `StorageLocation eq '${place.storageLocation}' or StorageLocation eq '${second.storageLocation}'`
  const [items, theirs, amounts, accounting] = await Promise.all([
    itemsHere(books, ground),
    rowsThere(books, `API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=${filter}`),
    rowsThere(books, 'YY1_GOODSMOVEMENTITEM_CDS/YY1_GOODSMOVEMENTITEM'),
    rowsThere(books, 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'),
  ])
  const keyOf = (row: Record<string, string>) =>
    `${row['MaterialDocument']}/${Number(row['MaterialDocumentItem'])}`
  const worth = new Map(
    amounts.map((row) => [keyOf(row), parseMoney(row['TotalGoodsMvtAmtInCCCrcy'] || '0')]),
  )
  const itemThere = new Map(theirs.map((row) => [keyOf(row), row]))
  for (const item of items) {
    const key = `${item.number}/${Number(item.itemNo)}`
    const there = worth.get(key) ?? zeroMoney
    const isKept = item.direction === 'post'
    const amount = isKept && !item.isConsigned && there !== zeroMoney ? there : null
    const told = { key, type: item.movementType }
    expect({ ...told, amount: item.postedAmount }).toEqual({ ...told, amount })
    if (isKept && !item.isReversed)
      expect({ ...told, amount: item.finalAmount, source: item.source }).toEqual({
        ...told,
        amount,
        source: amount === null ? null : 'accounting-document',
      })
    const row = itemThere.get(key)
    if (!isKept || row === undefined) continue
    const reference = row['InvtryMgmtReferenceDocument'] || ''
    const named =
      reference === '' ? null : `${reference}/${Number(row['InvtryMgmtRefDocumentItem'])}`
    if (item.receipt !== null || ['102', '104', '105', '122', '124'].includes(item.movementType))
      expect({ ...told, named }).toEqual({ ...told, named: item.receipt })
    expect({ ...told, reason: Number(row['GoodsMovementReasonCode'] || 0) }).toEqual({
      ...told,
      reason: Number(item.reason ?? 0),
    })
  }
  await proveSums(books, ground, items, accounting)
}

/** As SQL: whether a key (with its place `kp`) is stock that the ERP values. */
const isValued = (key: string): string =>
  `(${key}p.keeps_balance and ${key}.special_stock <> 'K' and ${key}.stock_category <> 'GRB')`

/**
 * What the moves of our postings that stand have brought to each material, reversals deducted, is what the stock accounts of
 * their accounting documents say. Goods whose posting users of the ERP have cancelled rest here without one.
 */
async function proveSums(
  { world: { database } }: Books,
  { place, second }: Ground,
  items: readonly Item[],
  accounting: readonly Record<string, string>[],
): Promise<void> {
  const documents = new Set(items.map(({ number, year }) => `${number}${year}`))
  const there = Map.groupBy(
    accounting.filter(
      (row) =>
        row['TransactionTypeDetermination'] === 'BSX' &&
        documents.has(row['OriginalReferenceDocument']!),
    ),
    (row) => row['Material']!,
  )
  const here = await database.query<{ materialNo: string; value: string }>(
    `select m.material_no, sum((${isValued('t')}::int - ${isValued('f')}::int) * coalesce(v.amount, m.amount)) as value
     from stock_move m
     left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
     join stock_key t on t.company_code = m.company_code and t.id = m.to_key
     join stock_place tp on tp.place = t.place
     join stock_key f on f.company_code = m.company_code and f.id = m.from_key
     join stock_place fp on fp.place = f.place
     where m.company_code = $1 and ${isValued('t')} <> ${isValued('f')}
       and (t.storage_location = any ($2) or f.storage_location = any ($2))
       and coalesce(m.reverses, m.id) in (select i.move_id from erp_posting p
         join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
         where p.company_code = $1 and p.state = 'posted' and p.direction = 'post'
           and (${inBooksSql('p')} or not exists (select from stock_move own where own.company_code = p.company_code and own.id = i.move_id
             and own.quantity > (select coalesce(sum(r.quantity), 0) from stock_move r
               where r.company_code = own.company_code and r.reverses = own.id))))
     group by 1`,
    [place.companyCode, [place.storageLocation, second.storageLocation]],
  )
  const ours = Object.fromEntries(here.map(({ materialNo, value }) => [materialNo, Number(value)]))
  for (const [materialNo, rows] of there)
    expect({ materialNo, value: ours[materialNo] ?? 0 }).toEqual({
      materialNo,
      value: Number(sumMoney(rows.map((row) => parseMoney(row['AmountInCompanyCodeCurrency']!)))),
    })
}

/**
 * No stock of ours in the storage locations is worth less than nothing in this month, and none without pieces is worth
 * anything. Stock of a consignor has no value of ours.
 */
export async function proveShares(
  { world: { database } }: Books,
  { place, second }: Ground,
): Promise<void> {
  const month = `(select '${place.companyCode}' as company_code, '${monthOf(days.today)}' as month,
    date_trunc('month', now() at time zone '${companyTimeZone}') at time zone '${companyTimeZone}' as begins_at, now() as ends_at)`
  const rows = await database.query(
    `select material_no, storage_location, stock_category, special_stock, closing_quantity, closing_value
     from ${rebuiltPeriods(month)} p
     where storage_location = any($1::text[]) and special_stock <> 'K' and (closing_value < 0 or (closing_quantity = 0 and closing_value <> 0))`,
    [[place.storageLocation, second.storageLocation]],
  )
  expect(rows).toEqual([])
}
