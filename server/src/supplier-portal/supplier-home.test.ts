import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  filtersOf,
  notesIn,
  supplierTiles,
  type SupplierHome,
  type SupplierTile,
  type TileList,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { linesFrom, make, makeOver, wayTo, type Walker } from '../document/journey/walk.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { listOptions } from '../document/list/list.ts'
import { listNamed } from '../document/list/named-list.ts'
import { tableByName } from '../document/storage/table.ts'
import { goods, mirrorOf, newPlace, reserved, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { moveByTrial, trial } from '../document/testing/trial.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { keepOverdueRecords } from '../overdue/keep-records.ts'
import { buildList } from '../platform/list/build-list.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { stockKey } from '../ledger/public.ts'
import { consignmentDrawnList } from './list-consignment-drawn.ts'
import { readSupplierHome } from './read-home.ts'
import { supplierPortalRoutes } from './routes.ts'

const companyCode = '1010'
const suppliers = ['100001', '100002'] as const
const today = companyToday()
const names = Object.keys(supplierTiles) as SupplierTile[]

/** The role codes of a supplier's pages. */
const roles = ['supplierCreate', 'supplierMaintain', 'queryDelivery', 'consignmentDrawn'].map(
  (page) => cataloguePage(`/deliverManager/${page}`).role,
)
const supplierOf = (supplierNo: string, held: readonly string[] = roles): Session =>
  person('供应商', held, { supplierNo })

describe('the home page of a supplier', () => {
  const world = useWorld()
  let place: Place

  /** Walks journeys with orders of this supplier. */
  const walkerOf = (supplierNo: string): Walker => ({
    ...worldWalker(world(), place),
    mirror: (name, lines, header) =>
      mirrorOf(world(), name, place, lines as never, {
        ...(name === 'purchase-order' && { supplierNo }),
        ...header,
      }),
  })
  const homeOf = (supplierNo: string, session = supplierOf(supplierNo)): Promise<SupplierHome> =>
    readSupplierHome(world().database, session, supplierNo)

  /** One of everything that a tile shows, of an order of its own. */
  async function oneOfEach(supplierNo: string): Promise<void> {
    const walker = walkerOf(supplierNo)
    await make(walker, 'delivery-note', goods(1), wayTo('delivery-note', 'confirmed'))
    await make(walker, 'delivery-note', goods(1), [])
    await make(walker, 'delivery-note', goods(1), wayTo('delivery-note', 'returned'))
    await make(walker, 'problem-document', goods(1), [])
    await make(walker, 'rejected-goods', goods(1), wayTo('rejected-goods', 'confirmed'))
    await make(walker, 'rejects-return', goods(1), wayTo('rejects-return', 'handedOver'))
    const order = await make(walker, 'purchase-order', goods(1))
    await walker.deliveryDatesPass!('purchase-order', order)
    await keepOverdueRecords(world().database, companyCode, { orderId: order })
  }

  /** Issues so many bolts out of the supplier's consignment stock. */
  async function drawn(supplierNo: string, quantity: string): Promise<string> {
    const walker = walkerOf(supplierNo)
    const consigned = { specialStock: 'K', specialStockReference: supplierNo }
    const reservation = await reserved(world(), place, [
      { materialNo: materials.bolt, quantity, ...consigned },
    ])
    const requested = await linesFrom(walker, 'reservation', reservation)
    const requisition = await makeOver(walker, 'requisition', requested, ['submit', 'approve'])
    const approved = await linesFrom(walker, 'requisition', requisition)
    return makeOver(walker, 'goods-issue', approved, ['issue'])
  }

  beforeAll(async () => {
    place = await newPlace(world())
    for (const supplierNo of suppliers) await oneOfEach(supplierNo)
    const { plant, storageLocation } = place
    moveByTrial(() =>
      suppliers.map((specialStockReference) => ({
        from: stockKey({ companyCode, place: 'opening', plant, materialNo: materials.bolt }),
        to: stockKey({
          companyCode,
          plant,
          storageLocation,
          bin: 'A-01',
          materialNo: materials.bolt,
          specialStock: 'K',
          specialStockReference,
        }),
        quantity: '100' as never,
      })),
    )
    await trial(world(), place)
    await drawn(suppliers[0], '7')
    const returned = await drawn(suppliers[0], '2')
    await world().act('goods-issue', returned, 'reversePhysical', {
      input: { reason: '物资原数退回' },
    })
    await drawn(suppliers[0], '1')
    await drawn(suppliers[1], '5')
  })

  test('has every tile, with what waits for him', async () => {
    const home = await homeOf(suppliers[0])
    expect(home).toMatchObject({ supplierNo: '100001', name: '供应商甲', today, mayAnnounce: true })
    expect(Object.keys(home.tiles)).toEqual(names)
    for (const name of ['problems', 'toFetch', 'overdue'] as const)
      expect([name, home.tiles[name]?.total]).toEqual([name, 1])
    // Of goods that were missing at unpacking, the rest is still to come.
    expect(home.tiles.appointments!.rows).toContainEqual(
      expect.objectContaining({
        state: 'confirmed',
        appointmentSlot: '08:00-10:00',
        unloadingPoint: '2 号卸货台',
        goods: expect.objectContaining({ quantity: '10' }),
      }),
    )
    expect(home.tiles.overdue!.rows[0]).toMatchObject({
      state: 'raised',
      overdueDays: 10,
      actBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const counts = Object.fromEntries(home.notes.map(({ state, count }) => [state, count]))
    // Those of the goods that were inspected have arrived and are finished.
    expect(counts).toMatchObject({ draft: 1, returned: 1, submitted: 0, confirmed: 1 })
  })

  test('sums by material what was drawn of his goods this month, less what came back', async () => {
    const { drawn: tile } = (await homeOf(suppliers[0])).tiles
    expect(tile).toMatchObject({ total: 1 })
    expect(tile!.rows).toMatchObject([
      { materialNo: materials.bolt, description: '六角螺栓', quantity: '8', unit: 'EA' },
    ])
    expect((await homeOf(suppliers[1])).tiles.drawn!.rows).toMatchObject([{ quantity: '5' }])
    const next = new Date(Date.now() + 40 * 24 * 3600 * 1000)
    const later = await readSupplierHome(
      world().database,
      supplierOf(suppliers[0]),
      suppliers[0],
      next,
    )
    expect(later.tiles.drawn).toMatchObject({ total: 0, rows: [] })
  })

  test('says no amount of what was drawn, except to who holds the role for amounts', async () => {
    const rowsOf = async (held: readonly string[]) =>
      (await homeOf(suppliers[0], supplierOf(suppliers[0], held))).tiles.drawn!.rows[0]
    expect(Object.keys((await rowsOf(roles))!)).not.toContain('amount')
    const amounts = cataloguePage('/priceManage/outboundRecordAmount').role
    expect(Object.keys((await rowsOf([...roles, amounts]))!)).toContain('amount')
  })

  test('says nothing of another supplier: no number, no name and no document of his is in the answer', async () => {
    const tables = [
      'purchase_order',
      'delivery_note',
      'problem_document',
      'rejected_goods',
      'rejects_return',
      'overdue_record',
    ]
    const [mine, theirs] = await Promise.all(
      suppliers.map(async (supplierNo) => {
        const documents = await Promise.all(
          tables.map((table) =>
            world().database.query<{ id: string; docNo: string }>(
              `select id, doc_no from ${table} where supplier_no = $1`,
              [supplierNo],
            ),
          ),
        )
        return documents.flat().flatMap(({ id, docNo }) => [id, docNo])
      }),
    )
    expect(mine!.length).toBe(theirs!.length)
    expect(mine!.length).toBeGreaterThan(12)
    for (const [supplierNo, foreign] of [
      [suppliers[0], [...theirs!, suppliers[1], '供应商乙']],
      [suppliers[1], [...mine!, suppliers[0], '供应商甲']],
    ] as const) {
      const said = textsIn(await homeOf(supplierNo))
      expect(said.length).toBeGreaterThan(50)
      expect(foreign.filter((text) => said.some((one) => isSaid(text, one)))).toEqual([])
    }
  })

  test('counts in each tile the rows of the list that it opens', async () => {
    const session = supplierOf(suppliers[0])
    const { tiles, notes } = await homeOf(suppliers[0])
    for (const name of names) {
      const list = supplierTiles[name].list(today)
      const { total, rows, path } = tiles[name]!
      const listed = await rowsOf(session, list, path)
      expect([name, listed.length]).toEqual([name, total])
      const keyOf = (row: Readonly<Record<string, unknown>>) => row['id'] ?? row['materialNo']
      expect(listed.map(keyOf)).toEqual(expect.arrayContaining(rows.map(keyOf)))
    }
    for (const { state, count, path } of notes)
      expect([state, (await rowsOf(session, notesIn(state), path)).length]).toEqual([state, count])
  })

  /** All rows of a list, as its page reads them. */
  async function rowsOf(session: Session, list: TileList, path: string) {
    const { database } = world()
    const request = { filters: filtersOf(list), size: 200 }
    if (list.grouping === undefined)
      return (await listNamed(database, session, list.of, { ...request, page: path })).rows
    const options = queryOptions(consignmentDrawnList, session, {
      ...request,
      grouping: list.grouping,
    })
    return (await readList(database, { ...options, sizeMax: 200 })).rows
  }

  test('leaves out what the person has no page for', async () => {
    const { tiles, notes, mayAnnounce } = await homeOf(
      suppliers[0],
      supplierOf(suppliers[0], [cataloguePage('/deliverManager/queryDelivery').role]),
    )
    expect(Object.keys(tiles)).toEqual(['appointments'])
    expect(notes.map(({ state }) => state)).toEqual(['confirmed', 'partlyArrived'])
    expect(mayAnnounce).toBe(false)
  })

  test('is a page of suppliers: staff, and who has none of its pages, are refused', async () => {
    const asked = async (session: Session) => {
      const app = await documentCalls(world().database, session, supplierPortalRoutes)
      const answer = await app.inject({ method: 'POST', url: '/api/supplier-portal/home' })
      await app.close()
      return answer
    }
    const mine = await asked(supplierOf(suppliers[0]))
    expect(mine.json()).toMatchObject({ datas: { supplierNo: suppliers[0] } })
    const staff = await asked(person('采购员', roles))
    expect(staff.statusCode).toBe(403)
    expect(staff.body).toContain('outside-scope')
    // An external account without a number belongs to no supplier and sees nothing.
    const nobody = await homeOf('', supplierOf('', roles))
    expect(names.map((name) => nobody.tiles[name]?.total)).toEqual(names.map(() => 0))
  })

  test('takes as many statements for many documents as for few', async () => {
    const count = () => world().statements(() => homeOf(suppliers[0]))
    await homeOf(suppliers[0])
    const few = await count()
    for (let copies = 0; copies < 3; copies += 1) await oneOfEach(suppliers[0])
    expect((await homeOf(suppliers[0])).tiles.overdue!.total).toBe(4)
    expect(await count()).toBe(few)
  })

  test('finds what is open of a supplier by an index, among many that are finished or of others', async () => {
    const { database } = world()
    const session = supplierOf(suppliers[0])
    const planOf = async (text: string, values: readonly unknown[]) =>
      (await database.query<Record<string, string>>(`explain ${text}`, values))
        .map((row) => Object.values(row)[0])
        .join('\n')
    const opened: Partial<Record<SupplierTile, string>> = {
      appointments: 'confirmed',
      problems: 'raised',
      overdue: 'raised',
      rejects: 'confirmed',
      toFetch: 'handedOver',
    }
    for (const name of names.filter((one) => one !== 'drawn')) {
      const list = supplierTiles[name].list(today)
      const table = tableByName(list.of)
      await addOthers(table.header, opened[name]!)
      const { text, values } = buildList({
        ...listOptions(table, session, {
          filters: filtersOf(list),
          sort: [{ field: 'createdAt', direction: 'asc' }],
        }),
        sizeMax: 5,
      })
      const plan = await planOf(text, values)
      expect(plan, name).toContain(`${table.header}_supplier_state`)
      expect(plan, name).not.toMatch(/Seq Scan/)
    }
  })

  test('finds what was drawn of a supplier by the keys of his goods and the month, not by all moves', async () => {
    const { database } = world()
    const list = supplierTiles.drawn.list(today)
    await addBalances()
    const options = queryOptions(consignmentDrawnList, supplierOf(suppliers[0]), {
      filters: filtersOf(list),
    })
    const { text, values } = buildList({ ...options, sizeMax: 5 })
    const rows = await database.query<Record<string, string>>(`explain ${text}`, values)
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    expect(plan).toContain('stock_balance_consignment')
    expect(plan).not.toMatch(/Seq Scan on stock_(move|balance|key)/)
    expect(plan).toMatch(/Index Cond: .*moved_at >= /)
  })

  /**
   * Finished documents of the supplier, and finished and open ones of fifty others, written without their lines and
   * effects, for the statistics of the planner.
   */
  async function addOthers(table: string, open: string): Promise<void> {
    const finished: Readonly<Record<string, string>> = {
      delivery_note: 'arrived',
      overdue_record: 'arrived',
      rejects_return: 'pickedUp',
    }
    const hasOrder = table === 'overdue_record' || table === 'problem_document'
    await world().database.transaction(async (tx) => {
      for (const statement of [
        `create temp table many on commit drop as
           select h.*, number
           from (select * from ${table} where supplier_no = '${suppliers[0]}' and state = '${open}' limit 1) h,
             generate_series(1, 20000) number`,
        `update many set id = gen_random_uuid(), doc_no = doc_no || '-' || number,
           ${hasOrder ? "purchase_order_no = 'X' || number," : ''}
           state = case when number % 20 = 1 then state else '${finished[table] ?? 'closed'}' end,
           supplier_no = case when number % 50 = 0 then supplier_no else '2000' || number % 50 end`,
        `alter table many drop column number`,
        `insert into ${table} select * from many`,
        // Only the owner of a table may.
        'set local role none',
        `analyze ${table}`,
      ])
        await tx.query(statement)
    })
  }

  /** Own stock that has moved, for the statistics of the planner: keys, balances and moves without documents. */
  async function addBalances(): Promise<void> {
    const { database } = world()
    const { plant, storageLocation } = place
    await database.query(
      `insert into stock_key (company_code, place, plant, storage_location, bin, material_no, batch, stock_category)
       select $1, 'stock', $2, $3, 'A-01', $4, 'L' || n, 'UU' from generate_series(1, 20000) n`,
      [companyCode, plant, storageLocation, materials.bolt],
    )
    await database.query(
      `insert into stock_balance (company_code, key_id, plant, storage_location, bin, material_no, batch,
         stock_category, special_stock, special_stock_reference, book)
       select company_code, id, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
         special_stock_reference, book from stock_key where batch like 'L%' and stock_category = 'UU'`,
    )
    await database.query(
      `insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no, from_key,
         to_key, material_no, quantity, movement_type, posts_to_erp, idempotency_key, user_id)
       select m.company_code, gen_random_uuid(), m.moved_at - interval '60 days', m.document_type, m.document_id,
         m.document_no, m.line_no, k.id, m.from_key, m.material_no, m.quantity, m.movement_type, m.posts_to_erp,
         'plan-' || k.id, m.user_id
       from stock_key k, (select * from stock_move where material_no = $1 limit 1) m
       where k.batch like 'L%' and k.stock_category = 'UU'`,
      [materials.bolt],
    )
    await database.transaction(async (tx) => {
      await tx.query('set local role none')
      await tx.query('analyze stock_key, stock_balance, stock_move')
    })
  }
})

/** Whether a number or name stands in a text, and not only as a part of another number. */
const isSaid = (wanted: string, text: string): boolean =>
  new RegExp(`(?<![0-9A-Za-z])${wanted}(?![0-9A-Za-z])`).test(text)

/** Every text and number of an answer. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
