import { kindOf, goodsNames } from './goods.ts'
import type { Books, Ground } from './books.ts'
import {
  booked,
  heldOf,
  heldOfNote,
  inErp,
  papersOf,
  physical,
  pools,
  postingsOf,
  reserved,
  type Category,
  type State,
} from './state.ts'

type Rows = Record<string, string | number>

/** What both books and the documents say, by name, number or id; zeros are left out. */
export interface Content {
  stock: Rows
  reserved: Rows
  book: Rows
  papers: Rows
  notes: Rows
  requests: Rows
  /** The papers of the postings on their way, in the order of the queue. */
  open: string[]
}

/** Both books as the model has them, in the terms of the database. */
export function expected(state: State): Content {
  return {
    stock: sorted(pools.map((pool) => [pool, physical(state, pool)])),
    reserved: sorted(goodsNames.map((name) => [name, reserved(state, name)])),
    book: sorted(pools.map((pool) => [pool, booked(state, pool)])),
    papers: sorted(
      papersOf(state).map((paper) => [
        paper.id,
        `${paper.state} ${paper.erpState}: ${postingsOf(state, paper)
          .map(
            (posting) =>
              `${posting.direction} ${posting.state}${posting.isDirect ? ' direct' : ''}`,
          )
          .join(', ')}`,
      ]),
    ),
    notes: sorted(
      state.notes.map((note, index) => [note.id, `${note.arrived} ${heldOfNote(state, index)}`]),
    ),
    requests: sorted(
      state.requests.map((request) => [request.id, `${request.issued} ${heldOf(request)}`]),
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
  materialNo: string
  category: Category
  special: string
  quantity: number
  reserved?: number
}

interface Read {
  stock: StockRow[]
  book: StockRow[]
  papers: { id: string; name: string; state: string; erpState: string }[]
  postings: { paper: string; says: string; state: string }[]
  lines: { name: string; id: string; done: number; held: number }[]
}

/** The database in the terms of the model; one statement. */
export async function actual({ world }: Books, { place }: Ground): Promise<Content> {
  const { storageLocation, companyCode } = place
  const paper = (table: string, name: string) =>
    `select id, '${name}' as name, state, erp_state from ${table}
     where company_code = $1 and storage_location = $2 and state <> 'draft'`
  const [row] = await world.database.query<{ read: Record<keyof Read, Record<string, never>[]> }>(
    `with paper as materialized (${paper('arrival', 'arrival')} union all ${paper('goods_receipt', 'goods-receipt')}
       union all ${paper('goods_issue', 'goods-issue')})
     select json_build_object(
       'stock', (select json_agg(s) from (select material_no, stock_category as category, special_stock as special,
          sum(quantity) as quantity, sum(reserved) as reserved from stock_balance
          where company_code = $1 and storage_location = $2 and place = 'stock' group by 1, 2, 3) s),
       'book', (select json_agg(b) from (select material_no, stock_category as category, special_stock as special, quantity
          from erp_book where company_code = $1 and storage_location = $2) b),
       'papers', (select json_agg(paper) from paper),
       'postings', (select json_agg(p order by p.sequence) from (select document_id as paper, sequence, p.state,
          direction || ' ' || p.state || case when direct_user = '' then '' else ' direct' end as says
          from erp_posting p join paper on p.company_code = $1 and p.document_id = paper.id
            and p.document_type = paper.name) p),
       'lines', (select json_agg(l) from (
          select 'notes' as name, h.id, l.done_quantity as done, l.held_quantity as held from delivery_note h
            join delivery_note_line l on l.company_code = $1 and l.document_id = h.id
            where h.company_code = $1 and h.storage_location = $2 and h.state in ('confirmed', 'partlyArrived', 'arrived')
          union all
          select 'requests', h.id, l.done_quantity, l.reserved_quantity from requisition h
            join requisition_line l on l.company_code = $1 and l.document_id = h.id
            where h.company_code = $1 and h.storage_location = $2 and h.state not in ('draft', 'submitted')) l)) as read`,
    [companyCode, storageLocation],
  )
  return inTerms(row!.read as unknown as Record<keyof Read, Record<string, string>[] | null>)
}

export const nameOf = (materialNo: string, special: string): string =>
  goodsNames.find((name) => {
    const kind = kindOf(name)
    return kind.materialNo === materialNo && kind.specialStock === special
  }) ?? `${materialNo}${special}`

const paperStates: Readonly<Record<string, string>> = {
  issued: 'moved',
  received: 'moved',
  partlyReceived: 'arrived',
}

function inTerms(read: Record<keyof Read, Record<string, string>[] | null>): Content {
  const rows = (name: keyof Read) => read[name] ?? []
  const quantities = (of: 'stock' | 'book') =>
    sorted(
      rows(of).map((row) => [
        `${nameOf(row['material_no']!, row['special']!)}/${row['category']!}`,
        Number(row['quantity']),
      ]),
    )
  const reservedRows = rows('stock').filter((row) => row['category'] === 'UU')
  const lines = (name: string) =>
    sorted(
      rows('lines')
        .filter((row) => row['name'] === name)
        .map((row) => [row['id']!, `${Number(row['done'])} ${Number(row['held'])}`]),
    )
  return {
    stock: quantities('stock'),
    reserved: sorted(
      reservedRows.map((row) => [
        nameOf(row['material_no']!, row['special']!),
        Number(row['reserved']),
      ]),
    ),
    book: quantities('book'),
    papers: sorted(
      rows('papers').map((paper) => [
        paper['id']!,
        `${paper['name'] === 'arrival' ? arrivalState(paper['state']!) : (paperStates[paper['state']!] ?? paper['state']!)} ${paper['erp_state']!}: ${rows(
          'postings',
        )
          .filter((posting) => posting['paper'] === paper['id'])
          .map((posting) => posting['says']!)
          .join(', ')}`,
      ]),
    ),
    notes: lines('notes'),
    requests: lines('requests'),
    open: rows('postings')
      .filter(({ state }) => state === 'pending' || state === 'unknown')
      .map((posting) => posting['paper']!),
  }
}

const arrivalState = (state: string): string => (state === 'reversed' ? 'reversed' : 'arrived')

const stockTypes: Readonly<Record<string, Category>> = { '01': 'UU', '02': 'QI', '07': 'BL' }

/** The ERP's own stock of the place, by pool. */
export async function stockThere(
  { standIn }: Books,
  { place }: Ground,
  password: string,
): Promise<unknown> {
  const reply = await fetch(
    `${standIn.url}/sap/opu/odata/sap/API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod?$top=500&$filter=StorageLocation eq '${place.storageLocation}'`,
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
      `${nameOf(row['Material']!, row['InventorySpecialStockType']!)}/${stockTypes[row['InventoryStockType']!]!}`,
      Number(row['MatlWrhsStkQtyInMatlBaseUnit']),
    ]),
  )
}

export const expectedThere = (state: State): unknown =>
  sorted(pools.map((pool) => [pool, inErp(state, pool)]))
