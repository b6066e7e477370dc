import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countErpDocuments } from './books.ts'
import { deliveriesOfFile } from './delivery.ts'
import { StandIn } from './erp.ts'
import type { FileLine } from './erp.ts'
import { centsText, scaled, valueInCents } from './exact.ts'
import { compareWithFile } from './mirror.ts'
import type { OrderLine } from './mirror.ts'
import { readOptions } from './options.ts'
import { checkFile } from './orders-file.ts'

// The checks of the demonstration must be able to fail: each is tested with a fault here.

const served = (index: number, changes: Partial<FileLine> = {}): FileLine => ({
  Line: String(index + 1),
  LineId: String(index + 1),
  PurchaseOrder: `T-${Math.floor(index / 2)}`,
  PurchaseOrderItem: String((index % 2) * 10 + 10),
  DeliveryNote: `ASN-${Math.floor(index / 2)}`,
  Product: 'M-1',
  Plant: '1011',
  StorageLocation: '1101',
  Quantity: '10',
  LineValue: '25.00',
  DeliveredDate: `2012-03-${String(28 - index).padStart(2, '0')}`,
  ...changes,
})

const mirrored = (line: FileLine): OrderLine => ({
  id: line.PurchaseOrder,
  docNo: line.PurchaseOrder,
  lineNo: Number(line.PurchaseOrderItem),
  companyCode: '1010',
  plant: line.Plant,
  storageLocation: line.StorageLocation,
  supplierNo: '700001',
  materialNo: line.Product,
  unit: 'PAK',
  quantity: line.Quantity,
  freeQuantity: line.Quantity,
  netPrice: '2.50',
  priceUnit: '1',
  specialStock: null,
  deliveryDate: null,
  isCompleted: false,
  isDeleted: false,
})

test('a value is the price times the quantity to the cent, whatever the price is for', () => {
  expect(centsText(valueInCents('3', '0.335', '1'))).toBe('1.01')
  expect(centsText(valueInCents('12345', '9876.54', '12345'))).toBe('9,876.54')
  expect(() => scaled('1.2345', 3)).toThrow('more than 3 decimals')
})

test('a line the ERP stand-in understood otherwise than the file says is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-demo-test-'))
  const path = join(folder, 'orders.csv')
  const lines = [0, 1, 2].map((index) => served(index))
  const columns =
    'ID,PO / SO #,ASN/DN #,Delivered to Client Date,Line Item Quantity,Line Item Value'
  const rows = lines.map(
    (line, index) =>
      `${line.LineId},${line.PurchaseOrder},${line.DeliveryNote},${28 - index}-Mar-12,10,25`,
  )
  writeFileSync(path, [columns, ...rows, ''].join('\n'))
  try {
    expect(checkFile(path, lines)).toEqual({
      lines: 3,
      orders: 2,
      quantity: 30n,
      valueInCents: 7500n,
    })
    const monthFirst = [lines[0]!, lines[1]!, served(2, { DeliveredDate: '2012-06-03' })]
    expect(() => checkFile(path, monthFirst)).toThrow('line 3 of the file')
    expect(() => checkFile(path, lines.slice(1))).toThrow('has 3 lines')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a mirror that lacks a line, or a cent, differs from the file', () => {
  const facts = { lines: 2, orders: 1, quantity: 20n, valueInCents: 5000n }
  const lines = [0, 1].map((index) => mirrored(served(index)))
  expect(compareWithFile(lines, facts).differences).toEqual([])
  expect(compareWithFile(lines.slice(1), facts).differences).toHaveLength(3)
  const dearer = [lines[0]!, { ...lines[1]!, netPrice: '2.501' }]
  expect(compareWithFile(dearer, facts).differences).toEqual([
    'value: 50.01 mirrored, 50.00 in the file',
  ])
})

test('deliveries come in the order of their days, whole, every twentieth to be taken back', () => {
  const lines = Array.from({ length: 28 }, (_none, index) => served(index))
  const orders = new Map(
    lines.map((line) => [`${line.PurchaseOrder}/${line.PurchaseOrderItem}`, mirrored(line)]),
  )
  const deliveries = deliveriesOfFile(lines, orders, 5)
  expect(deliveries.map((delivery) => delivery.reference)).toEqual(['ASN-13', 'ASN-12', 'ASN-11'])
  expect(deliveries.map((delivery) => delivery.lines.length)).toEqual([2, 2, 2])
  const single = Array.from({ length: 20 }, (_none, index) =>
    served(index, { DeliveryNote: `ASN-${index}` }),
  )
  const all = deliveriesOfFile(single, orders, 20)
  expect(all.flatMap((delivery, index) => (delivery.isReversed ? [index] : []))).toEqual([19])
})

test('a key with two documents in the ERP does not hold', async () => {
  const once = {
    key: 'K1-A',
    documents: 1,
    standing: 1,
    reversals: 1,
    numbers: ['2026/1', '2026/2'],
  }
  const twice = {
    key: 'K2-B',
    documents: 2,
    standing: 2,
    reversals: 0,
    numbers: ['2026/3', '2026/4'],
  }
  const holdsWith = async (keys: object[], duplicates: object[]) => {
    const server = createServer((request, response) => {
      response.end(JSON.stringify(request.url?.includes('duplicates') ? duplicates : keys))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const { port } = server.address() as AddressInfo
      const checks = await countErpDocuments(new StandIn(`http://127.0.0.1:${port}/`))
      return checks.map((check) => check.holds)
    } finally {
      server.close()
    }
  }
  expect(await holdsWith([once], [])).toEqual([true, true, true])
  expect(await holdsWith([once, twice], [twice])).toEqual([false, true, false])
  expect(await holdsWith([], [])).toEqual([false, true, true])
})

test('what cannot be meant is refused in one line', () => {
  expect(() => readOptions(['--orders', '/nowhere/orders.csv'], {})).toThrow('is not there')
  expect(() => readOptions(['--lines', '0'], {})).toThrow('--lines must be a whole number')
  expect(() => readOptions(['--fast'], {})).toThrow('npm run demo')
  expect(readOptions([], {})).toMatchObject({ ordersFile: null, lines: 30, clients: 4 })
})
