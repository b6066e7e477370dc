import { openMirrorSource } from '../../erp/mirrors/source.ts'
import { companyCode, type Company } from '../company.ts'
import type { End } from './interpret.ts'
import { announcing, notesOf, type Replayed } from './replayed.ts'

// What the product and the ERP have of an order item at the end, in the terms of the interpreter.

interface StockRow {
  materialNo: string
  local: string
  erp: string
  unexplained: string
}

/** The stock of all materials of a place on both sides, as the page of the ERP's stock compares it. */
export async function compareStock(
  company: Company,
  place: 'first' | 'second',
): Promise<Map<string, { here: number; erp: number; unexplained: number }>> {
  const { plant, storageLocation } = company.places[place]
  const { rows } = await company.call<{ rows: StockRow[] }>('keeper', 'POST', '/api/stock/erp', {
    companyCode,
    plant,
    storageLocation,
  })
  const sums = new Map<string, { here: number; erp: number; unexplained: number }>()
  for (const { materialNo, local, erp, unexplained } of rows) {
    const sum = sums.get(materialNo) ?? { here: 0, erp: 0, unexplained: 0 }
    sum.here += Number(local)
    sum.erp += Number(erp)
    sum.unexplained += Number(unexplained)
    sums.set(materialNo, sum)
  }
  return sums
}

export type ComparedStock = Record<'first' | 'second', Awaited<ReturnType<typeof compareStock>>>

/** Movement types and pieces that the ERP has for an item, without the second side of its transfers. */
async function movementsInErp(company: Company, { erp }: Replayed): Promise<string[]> {
  const { client } = await openMirrorSource(company.connections, companyCode, 'material-document')
  const movements: string[] = []
  for await (const page of client.getPages('A_MaterialDocumentItem', {
    operation: 'mirror',
    query: { $filter: `Material eq '${erp.materialNo}'` },
  }))
    for (const row of page as Record<string, unknown>[])
      if (
        ['', erp.orderNo].includes(String(row['PurchaseOrder'])) &&
        !['X', true].includes(row['IsAutomaticallyCreated'] as string)
      )
        movements.push(`${String(row['GoodsMovementType'])} ${Number(row['QuantityInBaseUnit'])}`)
  return movements.toSorted()
}

async function orderEnd(company: Company, { order }: Replayed): Promise<End['order']> {
  const { header, lines } = await company.read('buyer', 'purchase-order', order)
  const [line] = lines
  if (line === undefined) return null
  const place = line['storageLocation'] === company.places.second.storageLocation
  return {
    state: header.state as 'synced',
    quantity: Number(line['quantity']),
    received: Number(line['receivedQuantity']),
    announced: Number(line['doneQuantity']),
    open: Number(line['openQuantity']),
    price: Number(line['netPrice']).toFixed(2),
    currency: String(header['currency']),
    place: place ? 'second' : 'first',
    obstacle: (line['receiptObstacle'] ?? null) as null,
  }
}

async function receiptWords(company: Company, { receipts }: Replayed): Promise<string[]> {
  const words: string[] = []
  for (const { id } of receipts) {
    const { header, lines } = await company.read('keeper', 'goods-receipt', id)
    const pieces = lines.reduce((sum, line) => sum + Number(line['quantity']), 0)
    words.push(`${header.state} ${header.erpState} ${pieces}`)
  }
  return words
}

async function problemWords(company: Company, { erp }: Replayed): Promise<string[]> {
  const rows = await company.list<Record<string, string>>(
    'buyer',
    '/api/documents/problem-document/list',
    [{ field: 'purchaseOrderNo', operator: 'eq', value: erp.orderNo }],
    { sort: [{ field: 'docNo', direction: 'asc' }] },
  )
  return rows.map((row) => `${row['cause']} ${row['state']}`)
}

/** What the ERP says the receipts of the item are worth, less what was taken back of them. */
async function valueOf({ database }: Company, { receipts }: Replayed): Promise<string> {
  const [row] = await database.query<{ value: string | null }>(
    `select sum(case when m.reverses is null then v.amount else -v.amount end) as value from stock_move m
     join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
     where m.company_code = $1 and m.document_id = any($2::uuid[])`,
    [companyCode, receipts.flatMap(({ id, arrival }) => [id, arrival])],
  )
  return Number(row?.value ?? 0).toFixed(2)
}

/** Open alarms about documents that a user of the ERP posted for the item. */
async function alarmsAbout({ database }: Company, { direct }: Replayed): Promise<number> {
  const rows = await database.query(
    `select kind from erp_alarm where company_code = $1 and subject = any($2::text[]) and resolved_at is null`,
    [companyCode, direct],
  )
  return rows.length
}

/** Where the item ended. */
export async function readEnd(
  company: Company,
  item: Replayed,
  stock: ComparedStock,
): Promise<End> {
  const { erp } = item
  const order = item.order === '' ? null : await orderEnd(company, item)
  const request =
    item.request === '' ? null : await company.read('buyer', 'purchase-request', item.request)
  const of = (place: 'first' | 'second') =>
    stock[place].get(erp.materialNo) ?? { here: 0, erp: 0, unexplained: 0 }
  return {
    requestOrdered: request === null ? null : Number(request.lines[0]!['orderedQuantity']),
    order,
    tooEarly: item.tooEarly,
    announcing: order === null ? null : await announcing(company, item, order.open),
    notes:
      order === null
        ? []
        : (await notesOf(company, item)).map(({ state, quantity }) => `${state} ${quantity}`),
    receipts: await receiptWords(company, item),
    problems: await problemWords(company, item),
    movements: await movementsInErp(company, item),
    stock: { first: of('first').here, second: of('second').here },
    erpStock: { first: of('first').erp, second: of('second').erp },
    value: await valueOf(company, item),
    alarms: await alarmsAbout(company, item),
  }
}
