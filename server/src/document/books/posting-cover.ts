import {
  addQuantity,
  compareQuantity,
  isPositive,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { ErpPlace, PostingItemRequest } from '../../erp/posting-model.ts'
import { inBooksSql, isBehindRefusedSql } from '../../erp/posting-row.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { DocumentHeader } from '../storage/document.ts'

/** What a posting takes of one key of the ERP's stock, in the base unit. */
interface Taken {
  place: ErpPlace
  materialNo: string
  quantity: Quantity
  unit: string
  /** The first line that takes of it. */
  lineNo: number
}

/** How many documents a refusal names. */
const namedMax = 3

/**
 * Refuses a posting for which the ERP would lack goods that another document brought in here but has not posted, such as
 * a receipt that is not audited: SAP would refuse it with a deficit (M7 021) that names no document. Goods of opening
 * stock are not waited for, because the ERP usually had them before. Of two postings requested at once both may pass;
 * then the ERP refuses the second.
 * @throws Refusal `erp-stock-unposted`, one for each key that is short
 */
export async function assertCovered(
  tx: Transaction,
  header: DocumentHeader,
  postings: readonly { items: readonly PostingItemRequest[] }[],
): Promise<void> {
  const taken = takenBy(postings.flatMap(({ items }) => items))
  if (taken.length === 0) return
  const { companyCode } = header
  const columns = columnsOf(taken)
  // What the ERP has confirmed suffices nearly always; only otherwise the movements of the keys are read.
  const short = await tx.query<{ position: number }>(
    `select w.position::int as position from ${wanted}
     left join erp_book b on b.company_code = $1 and ${sameKey('b')}
     where coalesce(b.quantity, 0) < w.quantity`,
    [companyCode, ...columns],
  )
  if (short.length === 0) return
  const lacking = short.map(({ position }) => itemAt(taken, position - 1))
  const [physical, unposted] = await Promise.all([
    tx.query<{ position: number; quantity: Quantity }>(
      `select w.position::int as position, sum(s.quantity) as quantity from ${wanted}
       join stock_key k on k.company_code = $1 and ${sameKey('k')}
       join stock_place place on place.place = k.place and place.erp_view = 'stock'
       join stock_book book on book.book = k.book and book.is_in_erp
       join stock_balance s on s.company_code = $1 and s.key_id = k.id
       group by w.position`,
      [companyCode, ...columnsOf(lacking)],
    ),
    tx.query<Unposted>(unpostedText, [companyCode, ...columnsOf(lacking), header.id]),
  ])
  const here = new Map(physical.map(({ position, quantity }) => [position, quantity]))
  const open = Map.groupBy(unposted, ({ position }) => position)
  const takers = await takersOfCircles(tx, header, lacking, unposted)
  const problems = lacking.flatMap((one, index) => {
    const documents = open.get(index + 1) ?? []
    const sum = documents.reduce(
      (total, { quantity }) => addQuantity(total, quantity),
      zeroQuantity,
    )
    // Physically there, without what is not posted: what the ERP has after this posting.
    const missing = subtractQuantity(sum, here.get(index + 1) ?? zeroQuantity)
    if (!isPositive(missing)) return []
    const numbers = documents
      .filter(({ quantity }) => isPositive(quantity))
      .map(({ documentNo }) => documentNo)
    const named = numbers.slice(0, namedMax)
    return {
      code: 'erp-stock-unposted',
      params: {
        material: one.materialNo,
        batch: one.place.batch,
        place: `${one.place.plant}/${one.place.storageLocation} ${one.place.stockCategory}${one.place.specialStock}`,
        quantity: one.quantity,
        missing: compareQuantity(missing, one.quantity) > 0 ? one.quantity : missing,
        unit: one.unit,
        documents: named.join('、'),
        documentsEn: named.join(', '),
        more: numbers.length > namedMax ? String(numbers.length - namedMax) : '',
        taken: takers.get(index + 1) ?? '',
      },
      line: one.lineNo,
    }
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/** What a document moved on a key and did not post. */
interface Unposted {
  position: number
  documentId: string
  documentNo: string
  quantity: Quantity
}

/**
 * Documents that wait for each other, such as two transfers there and back: the one that brings the goods takes them from
 * where this one brings its own. The ERP had enough for the first of them until another document took the goods that came
 * back and was posted before; that one, the last posted, is returned by the position of the key.
 */
async function takersOfCircles(
  tx: Transaction,
  { companyCode, id }: DocumentHeader,
  lacking: readonly Taken[],
  unposted: readonly Unposted[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ position: number; documentNo: string }>(takersText, [
    companyCode,
    ...columnsOf(lacking),
    id,
    unposted.filter(({ quantity }) => isPositive(quantity)).map(({ documentId }) => documentId),
  ])
  return new Map(rows.map(({ position, documentNo }) => [position, documentNo]))
}

/** What the items take of each key of the ERP, less what they bring there. */
function takenBy(items: readonly PostingItemRequest[]): Taken[] {
  const byKey = new Map<string, Taken>()
  const count = (item: PostingItemRequest, place: ErpPlace | null, isOut: boolean): void => {
    if (place === null) return
    const { materialNo, quantity, unit, documentLine: lineNo } = item
    const key = JSON.stringify([materialNo, ...keyNames.map((name) => place[name])])
    const known = byKey.get(key) ?? { place, materialNo, unit, lineNo, quantity: zeroQuantity }
    const sum = (isOut ? addQuantity : subtractQuantity)(known.quantity, quantity)
    byKey.set(key, { ...known, quantity: sum })
  }
  for (const item of items) {
    count(item, item.from, true)
    count(item, item.to, false)
  }
  return [...byKey.values()].filter(({ quantity }) => isPositive(quantity))
}

const keyNames = [
  'plant',
  'storageLocation',
  'batch',
  'stockCategory',
  'specialStock',
  'specialStockReference',
] as const satisfies readonly (keyof ErpPlace)[]

const wanted = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[])
  with ordinality as w (material_no, plant, storage_location, batch, stock_category, special_stock,
    special_stock_reference, quantity, position)`

/** The parameters of `wanted`. */
const columnsOf = (taken: readonly Taken[]): unknown[] => [
  taken.map(({ materialNo }) => materialNo),
  ...keyNames.map((name) => taken.map(({ place }) => place[name])),
  taken.map(({ quantity }) => quantity),
]

const sameKey = (alias: string): string =>
  [
    'material_no',
    'plant',
    'storage_location',
    'batch',
    'stock_category',
    'special_stock',
    'special_stock_reference',
  ]
    .map((name) => `${alias}.${name} = w.${name}`)
    .join(' and ')

/** The keys of the ledger that are a key of the ERP's stock. */
const keyed = `keyed as materialized (
    select w.position, k.id from ${wanted}
    join stock_key k on k.company_code = $1 and ${sameKey('k')}
    join stock_place place on place.place = k.place and place.erp_view = 'stock'
    join stock_book book on book.book = k.book and book.is_in_erp
  )`

// The outbox is read beside what a common table expression found in the ledger: Citus joins no table of the coordinator
// with rows of a company.
const movedAt = (key: string, other: string, sign: string) =>
  `select keyed.position, m.id, m.document_id, m.document_no, m.quantity, ${sign} as sign
    from keyed join stock_move m on m.company_code = $1 and m.${key} = keyed.id and m.posts_to_erp
    join stock_key o on o.company_code = $1 and o.id = m.${other} and o.place <> 'opening'
    where m.document_id <> $10`

/**
 * The documents ($10 excepted) whose movements on these keys are neither in the ERP's books nor on their way there, with
 * the sum of them, signed: goods brought in are positive. What waits behind a refused posting takes nothing either.
 */
const unpostedText = `
  with ${keyed}, moved as materialized (
    ${movedAt('to_key', 'from_key', '1')}
    union all
    ${movedAt('from_key', 'to_key', '-1')}
  )
  select moved.position::int as position, moved.document_id, moved.document_no,
    sum(moved.sign * (moved.quantity - coalesce(asked.quantity, 0))) as quantity
  from moved
  left join lateral (
    select sum(case p.direction when 'post' then i.quantity else -i.quantity end) as quantity
    from erp_posting_item i
    join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
    where i.company_code = $1 and i.move_id = moved.id
      and (p.state in ('posted', 'sending', 'unknown', 'blocked')
        or p.state = 'pending' and (p.depends_on = '{}' or not ${isBehindRefusedSql('p')}))
  ) asked on true
  group by moved.position, moved.document_id, moved.document_no
  having sum(moved.sign * (moved.quantity - coalesce(asked.quantity, 0))) <> 0
  order by moved.position, moved.document_no`

/** The last document posted from each key, if one of the documents $11, which bring there, takes from where $10 brings. */
const takersText = `
  with ${keyed}, circle as (
    select distinct keyed.position
    from keyed
    join stock_move m on m.company_code = $1 and m.to_key = keyed.id and m.document_id = any($11::uuid[])
    join stock_move first on first.company_code = $1 and first.document_type = m.document_type
      and first.document_id = m.document_id
    join stock_move own on own.company_code = $1 and own.to_key = first.from_key and own.document_id = $10
  ), taker as materialized (
    select circle.position, t.id, t.document_no, t.moved_at
    from circle join keyed on keyed.position = circle.position
    join stock_move t on t.company_code = $1 and t.from_key = keyed.id and t.reverses is null
  )
  select distinct on (position) position::int as position, document_no
  from taker
  where exists (
    select from erp_posting_item i join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
    where i.company_code = $1 and i.move_id = taker.id and ${inBooksSql('p')})
  order by position, moved_at desc`
