import { dayFromToday } from '../../tools/demo/today.ts'
import type { Delivery } from '../../tools/demo/delivery.ts'
import type { MaterialFacts } from '../../tools/demo/materials.ts'
import { readMaterials } from '../../tools/demo/materials.ts'
import type { Team } from '../../tools/demo/team.ts'
import type { Withdrawal } from '../../tools/demo/outbound.ts'
import type { Site } from './site.ts'

/** A storage location whose stock is initialised and reversed repeatedly. */
export interface EmptyPlace {
  companyCode: string
  plant: string
  storageLocation: string
  bin: string
}

/** The data the clients work on: created before the faults begin, more than they can use. */
export interface Goods {
  materials: ReadonlyMap<string, MaterialFacts>
  deliveries: Delivery[]
  withdrawals: Withdrawal[]
  places: EmptyPlace[]
  /** Materials that require no inspection, batch or date. */
  plain: string[]
}

interface StockRow {
  plant: string
  storageLocation: string
  materialNo: string
  unit: string
  companyCode: string
}

const firstOrder = 4_700_000_001
const firstReservation = 80_000_001
const linesEach = 2

/**
 * Creates orders and reservations of such materials in the ERP, mirrors them, and creates empty storage locations in
 * the demonstration company.
 */
export async function prepareGoods(site: Site, team: Team, count: number): Promise<Goods> {
  const materials = await readMaterials(team)
  const stock = await plainStock(site, materials)
  if (stock.length < 10) throw new Error('the demonstration company has too little plain stock')
  const places = await makePlaces(site, 40)
  await site.erp.seed({
    plants: await plantsWith(site, places),
    purchaseOrders: orders(stock, await anySupplier(site), count),
  })
  const unit = await drawingUnit(team)
  const own = stock.filter((row) => row.plant === unit.plant)
  await site.erp.seed({ reservations: reservations(own, unit.costCenter, count) })
  for (const kind of ['purchase-order', 'reservation']) {
    await team.admin.client.read('POST', `/api/external-documents/${kind}/synchronise`, {})
  }
  return {
    materials,
    deliveries: await deliveries(site),
    withdrawals: await withdrawals(site),
    places,
    plain: [...new Set(stock.map((row) => row.materialNo))],
  }
}

/** Materials with plenty of available stock, without inspection, batch, date or dangerous goods. */
async function plainStock(
  site: Site,
  materials: ReadonlyMap<string, MaterialFacts>,
): Promise<StockRow[]> {
  const rows = await site.database.query<StockRow>(
    `select b.company_code, b.plant, b.storage_location, b.material_no, m.unit
     from stock_balance b join material m on m.material_no = b.material_no
     where b.stock_category = 'UU' and b.special_stock = '' and b.book = 'ERP' and m.hazard_class = ''
       and b.quantity - b.reserved - b.frozen >= 20
     group by 1, 2, 3, 4, 5 order by 2, 3, 4`,
  )
  return rows.filter((row) => {
    const facts = materials.get(row.materialNo)
    return (
      facts !== undefined &&
      !facts.needsInspection &&
      !facts.isBatchManaged &&
      facts.shelfLifeDays === null
    )
  })
}

function orders(stock: readonly StockRow[], supplier: string, count: number) {
  return Array.from({ length: count }, (_none, index) => {
    const first = stock[index % stock.length]!
    // One delivery goes to one storage location: other materials there.
    const beside = stock.filter(
      (row) => row.plant === first.plant && row.storageLocation === first.storageLocation,
    )
    return {
      purchaseOrder: String(firstOrder + index),
      companyCode: first.companyCode,
      supplier,
      orderDate: dayFromToday(-5),
      items: Array.from({ length: linesEach }, (_item, at) => {
        const row = beside[(index + at) % beside.length]!
        return {
          item: String((at + 1) * 10),
          product: row.materialNo,
          plant: row.plant,
          storageLocation: row.storageLocation,
          quantity: '5',
          unit: row.unit,
          netPrice: '12.50',
          deliveryDate: dayFromToday(0),
        }
      }),
    }
  })
}

function reservations(stock: readonly StockRow[], costCenter: string, count: number) {
  return Array.from({ length: count }, (_none, index) => ({
    reservation: String(firstReservation + index).padStart(10, '0'),
    movementType: '201',
    reservationDate: dayFromToday(0),
    account: { costCenter },
    goodsRecipient: 'FAULTS',
    items: [0].map((at) => {
      const row = stock[(index + at) % stock.length]!
      return {
        item: String(at + 1),
        product: row.materialNo,
        plant: row.plant,
        storageLocation: row.storageLocation,
        quantity: '1',
        requirementDate: dayFromToday(7),
      }
    }),
  }))
}

async function anySupplier(site: Site): Promise<string> {
  const [row] = await site.database.query<{ supplierNo: string }>(
    'select supplier_no from supplier where is_active order by supplier_no limit 1',
  )
  if (row === undefined) throw new Error('there is no supplier')
  return row.supplierNo
}

/**
 * Creates storage locations X001, X002 … with one bin each, in a plant whose differences of counts are posted by inventory
 * documents.
 */
async function makePlaces(site: Site, count: number): Promise<EmptyPlace[]> {
  const made = await site.database.query<EmptyPlace>(
    `insert into storage_location (company_code, plant, storage_location, name)
     select company_code, plant, 'X' || lpad(n::text, 3, '0'), 'Faults ' || n
     from (select company_code, plant from plant where company_code = '1010' order by plant limit 1) p, generate_series(1, $1) n
     returning company_code, plant, storage_location, 'X1' as bin`,
    [count],
  )
  await site.database.query(
    `insert into bin (company_code, plant, storage_location, bin)
     select company_code, plant, storage_location, 'X1' from storage_location where storage_location like 'X0%'`,
  )
  await site.database.query(
    `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
     select company_code, gen_random_uuid(), plant, 'posting.countDifferences', '"inventory-documents"', '2000-01-01', gen_random_uuid(), 'faults'
     from (select distinct company_code, plant from storage_location where storage_location like 'X0%') p`,
  )
  return made
}

async function plantsWith(site: Site, places: readonly EmptyPlace[]) {
  const known = await site.database.query<{
    companyCode: string
    plant: string
    storageLocation: string
  }>('select company_code, plant, storage_location from storage_location')
  return [...Map.groupBy([...known, ...places], (row) => row.plant)].map(([plant, rows]) => ({
    plant,
    companyCode: rows[0]!.companyCode,
    storageLocations: [...new Set(rows.map((row) => row.storageLocation))],
  }))
}

/** The unit for which the requester withdraws goods, and the cost centre of its reservations. */
async function drawingUnit(team: Team): Promise<{ plant: string; costCenter: string }> {
  const request = { level: 'line' as const, size: 200 }
  const { rows } = await team.requester.list<{ plant: string; costCenter: string | null }>(
    'reservation',
    request,
  )
  const found = rows.find((row) => row.costCenter !== null && row.costCenter !== '')
  if (found === undefined) throw new Error('no reservation stands on a cost centre')
  return { plant: found.plant, costCenter: found.costCenter! }
}

async function deliveries(site: Site): Promise<Delivery[]> {
  const rows = await site.database.query<{
    id: string
    docNo: string
    lineNo: number
    companyCode: string
    plant: string
    storageLocation: string
    materialNo: string
    openQuantity: string
  }>(
    `select h.id, h.doc_no, l.line_no, h.company_code, l.plant, l.storage_location, l.material_no, l.quantity as open_quantity
     from purchase_order h join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.doc_no::bigint >= ${firstOrder} order by h.doc_no, l.line_no`,
  )
  return [...Map.groupBy(rows, (row) => row.docNo)].map(([docNo, lines]) => ({
    key: docNo,
    companyCode: lines[0]!.companyCode,
    plant: lines[0]!.plant,
    storageLocation: lines[0]!.storageLocation,
    reference: `FAULTS-${docNo.slice(-5)}`,
    lines: lines.map((row) => ({
      order: row as unknown as Delivery['lines'][number]['order'],
      quantity: row.openQuantity,
    })),
    isPartlyRejected: false,
    isReversed: false,
    documents: {},
  }))
}

async function withdrawals(site: Site): Promise<Withdrawal[]> {
  const rows = await site.database.query<{
    id: string
    docNo: string
    lineNo: number
    materialNo: string
    quantity: string
    companyCode: string
  }>(
    `select h.id, h.doc_no, l.line_no, l.material_no, l.open_quantity as quantity, h.company_code
     from reservation h join reservation_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.doc_no::bigint >= ${firstReservation} order by h.doc_no, l.line_no`,
  )
  return [...Map.groupBy(rows, (row) => row.docNo)].map(([docNo, lines]) => ({
    key: `reservation ${docNo}`,
    companyCode: lines[0]!.companyCode,
    reservation: { id: lines[0]!.id, lines },
    isReversed: false,
    documents: {},
  }))
}
