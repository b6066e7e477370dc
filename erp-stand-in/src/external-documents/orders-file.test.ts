import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { addMoney, multiplyMoney, proportionOfMoney, zeroMoney } from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import { loadOrdersFile, parsePlants } from '../load-orders-file.ts'
import { openStandIn } from '../system.ts'
import type { StandIn } from '../system.ts'
import { at, startTestStandIn } from '../test-client.ts'
import { orderNumber, readFileDate, readFileNumber } from './orders-file-fields.ts'
import { purchaseOrderTables } from './purchase-order-sets.ts'

const header =
  'ID,Project Code,PQ #,PO / SO #,ASN/DN #,Country,Managed By,Fulfill Via,Vendor INCO Term,Shipment Mode,PQ First Sent to Client Date,PO Sent to Vendor Date,Scheduled Delivery Date,Delivered to Client Date,Delivery Recorded Date,Product Group,Sub Classification,Vendor,Item Description,Molecule/Test Type,Brand,Dosage,Dosage Form,Unit of Measure (Per Pack),Line Item Quantity,Line Item Value,Pack Price,Unit Price,Manufacturing Site,First Line Designation,Weight (Kilograms),Freight Cost (USD),Line Item Insurance (USD)'

const rows = [
  `1,P-1,Q,ORD-1,ASN-8,Norland,HQ,Direct Drop,EXW,Air,11/13/06,10/09/2014,02-Nov-14,03-Nov-14,04-Nov-14,GRP,Sub,"Maker, Inc","Test kit, ""fast"", 30",T,B,N/A,Kit,30,19,551,29,0.97,Site,Yes,13,780.34,1.5`,
  `2,P-1,Q,ORD-1,ASN-8,Norland,HQ,Direct Drop,EXW,Air,N/A,Date Not Captured,02-Nov-14,03-Nov-14,04-Nov-14,GRP,Sub,"Maker, Inc",Syrup 240 ml,T,B,N/A,Kit,240,1000,6203.33,6.2,0.03,Site,Yes,See ASN-8 (ID#:1),Freight Included in Commodity Cost,`,
  `3,P-2,Q,SCMS-116590,DN-3,Südland,HQ,From RDC,N/A - From RDC,Truck,N/A,N/A - From RDC,15-Dec-14,15-Dec-14,16-Dec-14,GRP,Sub,Own store,Syrup 240 ml,T,B,N/A,Kit,240,7,43.4,6.2,0.03,Site,Yes,Weight Captured Separately,Invoiced Separately,`,
]

function withFile<T>(name: string, content: Buffer | string, work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-orders-file-'))
  const path = join(folder, name)
  writeFileSync(path, content)
  try {
    return work(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function itemValue(system: StandIn): Money {
  let total = zeroMoney
  for (const item of system.database.table(purchaseOrderTables.item).all()) {
    const amount = multiplyMoney(String(item.NetPriceAmount), String(item.OrderQuantity))
    total = addMoney(total, proportionOfMoney(amount, '1', String(item.NetPriceQuantity)))
  }
  return total
}

describe('the fields of an orders file', () => {
  it('reads both forms of dates, month first, and no words', () => {
    expect(readFileDate('02-Jun-06')).toBe('2006-06-02')
    expect(readFileDate('11/13/06')).toBe('2006-11-13')
    expect(readFileDate('10/09/2014')).toBe('2014-10-09')
    expect(readFileDate('Date Not Captured')).toBeNull()
    expect(readFileDate('31-Feb-10')).toBeNull()
    expect(readFileNumber('780.34')).toBe('780.34')
    expect(readFileNumber('See ASN-31750 (ID#:19272)')).toBeNull()
  })

  it('keeps short order numbers and shortens long ones always the same way', () => {
    expect(orderNumber('SCMS-199')).toBe('SCMS-199')
    expect(orderNumber('SCMS-116590')).toBe('SCMS116590')
    expect(() => orderNumber('ABCDEF-1234567')).toThrow('too long')
  })

  it('reads plants with companies', () => {
    const known = [{ plant: '1020', companyCode: '1100', storageLocations: [] }]
    expect(parsePlants('1010@2000:0001,0002;1020:0003', known)).toEqual([
      { plant: '1010', companyCode: '2000', currency: 'CNY', storageLocations: ['0001', '0002'] },
      { plant: '1020', companyCode: '1100', currency: 'CNY', storageLocations: ['0003'] },
    ])
    expect(() => parsePlants('1010', known)).toThrow('STAND_IN_PLANTS')
  })
})

it('serves the orders of a small file, once', async () => {
  const standIn = await startTestStandIn({})
  const { system, client } = standIn
  const text = `\ufeff${[header, ...rows].join('\n')}\n`
  const plants = '1010:0001,0002;1020:0003'
  withFile('orders.csv', text, (path) => {
    expect(loadOrdersFile(system, path, plants)).toBe(3)
    const documents = system.database.table(purchaseOrderTables.order).all()
    expect(loadOrdersFile(system, path, plants)).toBe(3)
    expect(system.database.table(purchaseOrderTables.order).all()).toEqual(documents)
  })
  const item = await client.get(
    "API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrderItem(PurchaseOrder='ORD-1',PurchaseOrderItem='20')",
  )
  expect(at(item.json, 'd', 'OrderQuantity')).toBe('1000')
  expect(at(item.json, 'd', 'NetPriceAmount')).toBe('6203.33')
  expect(at(item.json, 'd', 'NetPriceQuantity')).toBe('1000')
  const order = await client.get("API_PURCHASEORDER_PROCESS_SRV/A_PurchaseOrder('ORD-1')")
  expect(at(order.json, 'd', 'PurchaseOrderDate')).toBe(`/Date(${Date.UTC(2014, 9, 9)})/`)
  const facts = await client.control('GET', 'orders-file?skip=1&top=2')
  expect(at(facts.json, 'total')).toBe(3)
  expect(at(facts.json, 'lines', 0, 'WeightKilograms')).toBeNull()
  expect(at(facts.json, 'lines', 1, 'PurchaseOrder')).toBe('SCMS116590')
  expect(at(facts.json, 'lines', 1, 'DeliveryNote')).toBe('DN-3')
  await client.fetchToken()
  const receipt = {
    GoodsMovementType: '101',
    GoodsMovementRefDocType: 'B',
    PurchaseOrder: 'ORD-1',
    PurchaseOrderItem: '10',
    QuantityInEntryUnit: '60',
    EntryUnit: 'EA',
  }
  const posted = await client.post('01', [receipt])
  const row = at(posted.json, 'd', 'to_MaterialDocumentItem', 'results', 0) ?? null
  expect(at(row, 'QuantityInBaseUnit')).toBe('2.000')
  await standIn.close()
})

const realFile = resolve(
  import.meta.dirname,
  '../../../../shared/data/usaid-scms/SCMS_Delivery_History_Dataset.csv.gz',
)

/** The known counts and sums of the real file, or those of a generated one if it is absent. */
function largeFile(): { content: Buffer; sums: readonly (string | number)[] } {
  if (existsSync(realFile)) {
    const sums = [10_324, 6233, 189_265_090, '1627584457.29', 184, 73]
    return { content: readFileSync(realFile), sums }
  }
  console.warn(`orders file absent (${realFile}): trying a generated file instead`)
  const many = Array.from({ length: 3000 }, (_, index) =>
    (rows[1] ?? '').replace(/^2,/, `${index},`).replace('ORD-1', `ORD-${index % 700}`),
  )
  const value = multiplyMoney('6203.33', '3000')
  const content = gzipSync([header, ...many].join('\n'))
  return { content, sums: [3000, 700, 3_000_000, value, 1, 1] }
}

it('serves all orders of a large file with their sums', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-erp-'))
  const system = openStandIn(folder, false)
  const { content, sums } = largeFile()
  try {
    const lines = withFile('orders.csv.gz', content, (path) =>
      loadOrdersFile(system, path, undefined),
    )
    const items = system.database.table(purchaseOrderTables.item).all()
    expect([
      lines,
      system.database.table(purchaseOrderTables.order).size,
      items.reduce((sum, item) => sum + Number(item.OrderQuantity), 0),
      itemValue(system),
      system.database.table('API_PRODUCT_SRV.A_Product').size,
      system.database.table('API_BUSINESS_PARTNER.A_Supplier').size,
    ]).toEqual(sums)
  } finally {
    system.close()
    rmSync(folder, { recursive: true })
  }
})
