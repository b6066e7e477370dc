import { kindOf, goodsNames, type Goods } from './goods.ts'
import { days, type Books, type Ground } from './books.ts'
import { keys, poolOf, pools, type Category, type Place, type Pool } from './pools.ts'
import { postingsOf, total, type State } from './state.ts'
import {
  booked,
  frozen,
  heldOf,
  heldOfNote,
  inErp,
  isHeld,
  physical,
  reserved,
  weight,
} from './sums.ts'

type Rows = Record<string, string | number>

/** What both books and the documents say, by name, number or id; zeros are left out. */
export interface Content {
  stock: Rows
  /** In grams. */
  weight: Rows
  /** What the lines of the papers moved and did not take back, in pieces and grams. */
  moves: Rows
  reserved: Rows
  frozen: Rows
  /** The pools of places that are frozen as a whole, with something in them. */
  held: Rows
  book: Rows
  papers: Rows
  notes: Rows
  requests: Rows
  /** What the books had of a line when its count began, and when it was counted, in pieces and grams. */
  counts: Rows
  /** The papers of the postings on their way, in the order of the queue. */
  open: string[]
}

/** Both books as the model has them, in the terms of the database. */
export function expected(state: State): Content {
  return {
    stock: sorted(pools.map((pool) => [pool, physical(state, pool)])),
    weight: sorted(pools.map((pool) => [pool, weight(state, pool)])),
    moves: sorted(
      state.papers.flatMap(({ id, moves }) =>
        [...Map.groupBy(moves, ({ line }) => line)].map(([line, own]): [string, string] => [
          `${id}/${line}`,
          `${total(own, ({ quantity }) => quantity)} ${total(own, ({ grams }) => grams)}`,
        ]),
      ),
    ),
    reserved: sorted(pools.map((pool) => [pool, reserved(state, pool)])),
    frozen: sorted(pools.map((pool) => [pool, frozen(state, pool)])),
    held: sorted(
      pools.map((pool) => [pool, isHeld(state, pool) && physical(state, pool) > 0 ? 'held' : 0]),
    ),
    book: sorted(keys.map((key) => [key, booked(state, key)])),
    papers: sorted([
      ...state.placeFreezes.map(({ id, state: now }): [string, string] => [
        id,
        `${now} notNeeded: `,
      ]),
      ...state.papers.map((paper): [string, string] => [
        paper.id,
        `${paper.state} ${paper.erpState}: ${postingsOf(state, paper)
          .map(
            (posting) =>
              `${posting.direction} ${posting.state} ${posting.day}${posting.isDirect ? ' direct' : ''}`,
          )
          .join(', ')}`,
      ]),
    ]),
    notes: sorted(
      state.notes.flatMap(({ id, lines }, note) =>
        lines.map(({ arrived }, line) => [
          `${id}/${line + 1}`,
          `${arrived} ${heldOfNote(state, note, line)}`,
        ]),
      ),
    ),
    requests: sorted(
      state.requests.flatMap(({ id, lines }) =>
        lines.map((line, index) => [`${id}/${index + 1}`, `${line.issued} ${heldOf(line)}`]),
      ),
    ),
    counts: sorted(
      state.counts.flatMap(({ paper, lines }) =>
        lines.map(({ snapshot, book, bookGrams }, index) => [
          `${paper.id}/${index + 1}`,
          `${snapshot} ${book} ${bookGrams}`,
        ]),
      ),
    ),
    open: state.postings
      .filter((posting) => posting.state === 'pending' || posting.state === 'unknown')
      .map(({ paper }) => paper.id),
  }
}

const sorted = (rows: [string, string | number][]): Rows =>
  Object.fromEntries(
    rows.filter(([, value]) => value !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

interface StockRow {
  place: Place
  bin?: string
  materialNo: string
  category: Category
  special: string
  quantity: number
  reserved?: number
  frozen?: number
  held?: boolean
}

interface Read {
  stock: StockRow[]
  book: StockRow[]
  moves: { id: string; quantity: number; grams: number }[]
  papers: { id: string; name: string; state: string; erpState: string }[]
  postings: { paper: string; says: string; state: string }[]
  lines: { name: string; id: string; done: number; held: number; grams: number }[]
}

/** The database in the terms of the model; one statement. */
export async function actual({ world }: Books, { place, second }: Ground): Promise<Content> {
  const { storageLocation, companyCode } = place
  const paper = (table: string, name: string, erpState = 'erp_state') =>
    `select id, '${name}' as name, state, ${erpState} as erp_state from ${table}
     where company_code = $1 and storage_location = any ($3) and state not in ('draft', 'submitted')`
  const [row] = await world.database.query<{ read: Record<keyof Read, Record<string, never>[]> }>(
    `with paper as materialized (${paper('arrival', 'arrival')} union all ${paper('goods_receipt', 'goods-receipt')}
       union all ${paper('sample_withdrawal', 'sample-withdrawal')}
       union all ${paper('goods_issue', 'goods-issue')} union all ${paper('transfer_order', 'transfer-order')}
       union all ${paper('stocktaking', 'stocktaking')} union all ${paper('freeze_order', 'freeze-order')}
       union all ${paper('freeze_release', 'freeze-release')}
       union all ${paper('location_adjustment', 'location-adjustment', "'notNeeded'")}
       union all ${paper('place_freeze', 'place-freeze', "'notNeeded'")})
     select json_build_object(
       'stock', (select json_agg(s) from (select case storage_location when $2 then 1 else 2 end as place, case bin when 'A-02' then bin else '' end as bin, material_no,
          stock_category as category, special_stock as special, sum(quantity) as quantity, sum(reserved) as reserved, sum(frozen) as frozen,
          bool_or(is_held and quantity > 0) as held,
          1000 * sum(coalesce(second_quantity, 0)) as grams
          from stock_balance where company_code = $1 and storage_location = any ($3) and place = 'stock' group by 1, 2, 3, 4, 5) s),
       'book', (select json_agg(b) from (select case storage_location when $2 then 1 else 2 end as place, material_no,
          stock_category as category, special_stock as special, quantity
          from erp_book where company_code = $1 and storage_location = any ($3)) b),
       'moves', (select json_agg(m) from (select m.document_id || '/' || m.line_no as id,
          sum(case when m.reverses is null then m.quantity else -m.quantity end) as quantity,
          1000 * sum(case when m.reverses is null then 1 else -1 end * coalesce(m.second_quantity, 0)) as grams
          from paper join stock_move m on m.company_code = $1 and m.document_type = paper.name and m.document_id = paper.id
          group by 1) m),
       'papers', (select json_agg(paper) from paper),
       'postings', (select json_agg(p order by p.sequence) from (select document_id as paper, sequence, p.state,
          direction || ' ' || p.state || case when p.posting_date = $4 then ' today' else ' lastMonth' end || case when direct_user = '' then '' else ' direct' end as says
          from erp_posting p join paper on p.company_code = $1 and p.document_id = paper.id
            and p.document_type = paper.name) p),
       'lines', (select json_agg(l) from (
          select 'notes' as name, h.id || '/' || l.line_no as id, l.done_quantity as done, l.held_quantity as held, 0 as grams from delivery_note h
            join delivery_note_line l on l.company_code = $1 and l.document_id = h.id
            where h.company_code = $1 and h.storage_location = $2 and h.state in ('confirmed', 'partlyArrived', 'arrived')
          union all
          select 'counts', h.id || '/' || l.line_no, l.quantity, coalesce(l.book_at_count, l.quantity),
            1000 * coalesce(l.second_at_count, l.second_quantity, 0) from stocktaking h
            join stocktaking_line l on l.company_code = $1 and l.document_id = h.id
            where h.company_code = $1 and h.storage_location = any ($3) and h.state <> 'draft'
          union all
          select 'requests', h.id || '/' || l.line_no, l.done_quantity, l.reserved_quantity, 0 from requisition h
            join requisition_line l on l.company_code = $1 and l.document_id = h.id
            where h.company_code = $1 and h.storage_location = $2 and h.state not in ('draft', 'submitted')) l)) as read`,
    [companyCode, storageLocation, [storageLocation, second.storageLocation], days.today],
  )
  return inTerms(row!.read as unknown as Record<keyof Read, Record<string, string>[] | null>)
}

export const nameOf = (materialNo: string, special: string): string =>
  goodsNames.find((name) => {
    const kind = kindOf(name)
    return kind.materialNo === materialNo && kind.specialStock === special
  }) ?? `${materialNo}${special}`

/** The stock of a database in the terms of the model; the ERP knows no bins. */
export function poolNamed(
  materialNo: string,
  special: string,
  category: string,
  place: Place,
  bin = '',
): Pool {
  const key = poolOf(nameOf(materialNo, special) as Goods, category as Category, place)
  return bin === '' ? key : (`${key}#${bin}` as Pool)
}

/** The states of the model, by document and state; others are the same. */
const paperStates: Readonly<Record<string, string>> = {
  'goods-issue/issued': 'moved',
  'goods-receipt/received': 'moved',
  'arrival/partlyReceived': 'arrived',
  'arrival/received': 'arrived',
  'sample-withdrawal/recorded': 'reviewed',
  'transfer-order/received': 'reviewed',
  'stocktaking/adjusted': 'reviewed',
  'freeze-order/frozen': 'reviewed',
  'freeze-release/released': 'reviewed',
}

function inTerms(read: Record<keyof Read, Record<string, string>[] | null>): Content {
  const rows = (name: keyof Read) => read[name] ?? []
  const quantities = (of: 'stock' | 'book', what = 'quantity') =>
    sorted(
      rows(of).map((row) => [
        poolNamed(
          row['material_no']!,
          row['special']!,
          row['category']!,
          Number(row['place']) as Place,
          row['bin'],
        ),
        what === 'held' ? (row[what] ? 'held' : 0) : Number(row[what]),
      ]),
    )
  const lines = (name: string) =>
    sorted(
      rows('lines')
        .filter((row) => row['name'] === name)
        .map((row) => [row['id']!, `${Number(row['done'])} ${Number(row['held'])}`]),
    )
  return {
    stock: quantities('stock'),
    weight: quantities('stock', 'grams'),
    moves: sorted(
      rows('moves').map((row) => [
        row['id']!,
        `${Number(row['quantity'])} ${Number(row['grams'])}`,
      ]),
    ),
    reserved: quantities('stock', 'reserved'),
    frozen: quantities('stock', 'frozen'),
    held: quantities('stock', 'held'),
    book: quantities('book'),
    papers: sorted(
      rows('papers').map((paper) => [
        paper['id']!,
        `${paperStates[`${paper['name']!}/${paper['state']!}`] ?? paper['state']!} ${paper['erp_state']!}: ${rows(
          'postings',
        )
          .filter((posting) => posting['paper'] === paper['id'])
          .map((posting) => posting['says']!)
          .join(', ')}`,
      ]),
    ),
    notes: lines('notes'),
    requests: lines('requests'),
    counts: sorted(
      rows('lines')
        .filter((row) => row['name'] === 'counts')
        .map((row) => [
          row['id']!,
          `${Number(row['done'])} ${Number(row['held'])} ${Number(row['grams'])}`,
        ]),
    ),
    open: rows('postings')
      .filter(({ state }) => state === 'pending' || state === 'unknown')
      .map((posting) => posting['paper']!),
  }
}

const stockTypes: Readonly<Record<string, Category>> = {
  '01': 'UU',
  '02': 'QI',
  '04': 'IT',
  '07': 'BL',
}

/** The ERP's own stock of the place, by pool. */
export async function stockThere(
  { standIn }: Books,
  { place, second }: Ground,
  password: string,
): Promise<unknown> {
  const reply = await fetch(
    `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$top=500&$filter=StorageLocation eq '${place.storageLocation}' or StorageLocation eq '${second.storageLocation}'`,
    {
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`KUFANG:${password}`).toString('base64')}`,
      },
    },
  )
  const { d } = (await reply.json()) as { d: { results: Record<string, string>[] } }
  return sorted(
    d.results.map((row) => [
      poolNamed(
        row['Material']!,
        row['InventorySpecialStockType']!,
        stockTypes[row['InventoryStockType']!]!,
        row['StorageLocation'] === place.storageLocation ? 1 : 2,
      ),
      Number(row['MatlWrhsStkQtyInMatlBaseUnit']),
    ]),
  )
}

export const expectedThere = (state: State): unknown =>
  sorted(keys.map((key) => [key, inErp(state, key)]))
