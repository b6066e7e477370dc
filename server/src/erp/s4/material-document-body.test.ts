import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import type { ErpPlace, PostingItemRequest, PostingRequest } from '../posting-model.ts'
import { receipt, receiptItem } from '../testing/world.ts'
import { materialDocumentBody } from './material-document-body.ts'

const settings = { keyField: 'MaterialDocumentHeaderText', materialLength: 0 } as const
const place = (more: Partial<ErpPlace> = {}): ErpPlace => ({ ...receiptItem().to!, ...more })

function itemOf(
  item: Partial<PostingItemRequest>,
  request: Partial<PostingRequest> = {},
  materialLength: 0 | 18 = 0,
) {
  const body = materialDocumentBody(
    { ...receipt(), ...request, items: [receiptItem(item)] },
    'K1-ABCDEF',
    { ...settings, materialLength },
  )
  return (body.to_MaterialDocumentItem as { results: Record<string, unknown>[] }).results[0]!
}
const issue = {
  to: null,
  from: place(),
  purchaseOrder: '',
  purchaseOrderItem: '',
  movementType: '201',
}

test('the key goes into the configured field, the paper number into the other', () => {
  const request = {
    ...receipt(),
    reference: 'sh-0815-with-a-very-long-tail',
    headerText: '急件',
    items: [receiptItem()],
  }
  expect(materialDocumentBody(request, 'K1-ABCDEF', settings)).toMatchObject({
    MaterialDocumentHeaderText: 'K1-ABCDEF',
    ReferenceDocument: 'SH-0815-WITH-A-V',
  })
  expect(
    materialDocumentBody(request, 'K1-ABCDEF', { ...settings, keyField: 'ReferenceDocument' }),
  ).toMatchObject({
    MaterialDocumentHeaderText: '急件',
    ReferenceDocument: 'K1-ABCDEF',
  })
})

test('a date is the calendar day at midnight UTC, a quantity a text, an empty field left out', () => {
  const item = itemOf({ productionDate: '2026-01-01' as LocalDate, quantity: '1.25' as Quantity })
  expect(item).toMatchObject({
    ManufactureDate: '/Date(1767225600000)/',
    QuantityInEntryUnit: '1.25',
    EntryUnit: 'EA',
  })
  expect(Object.values(item)).not.toContain('')
  expect(item).not.toHaveProperty('Batch')
})

test('what was entered in another unit is sent in that unit', () => {
  expect(itemOf({ entryQuantity: '2' as Quantity, entryUnit: 'BOX' })).toMatchObject({
    QuantityInEntryUnit: '2',
    EntryUnit: 'BOX',
  })
})

test('the reference type follows from what is referred to', () => {
  expect(itemOf({})).toMatchObject({ GoodsMovementRefDocType: 'B', PurchaseOrderItem: '00010' })
  expect(itemOf({ ...issue, delivery: '80000001', deliveryItem: '10' })).toMatchObject({
    GoodsMovementRefDocType: 'L',
    DeliveryItem: '000010',
  })
  expect(
    itemOf(
      { purchaseOrder: '', purchaseOrderItem: '', orderNo: '1000001' },
      { goodsMovementCode: '02' },
    ),
  ).toMatchObject({
    GoodsMovementRefDocType: 'F',
    ManufacturingOrder: '1000001',
  })
  expect(itemOf(issue)).not.toHaveProperty('GoodsMovementRefDocType')
})

test('inspection and blocked stock are named where the movement type does not say it', () => {
  expect(itemOf({ to: place({ stockCategory: 'QI' }) })).toMatchObject({ InventoryStockType: '02' })
  expect(itemOf({ to: place({ stockCategory: 'BL' }) })).toMatchObject({ InventoryStockType: '07' })
  // An item of an order may have a stock type of its own, which would be taken.
  expect(itemOf({})).toMatchObject({ InventoryStockType: '01' })
  expect(itemOf(issue)).not.toHaveProperty('InventoryStockType')
  expect(
    itemOf({ ...issue, movementType: '122', from: place({ stockCategory: 'BL' }) }),
  ).toMatchObject({ InventoryStockType: '07' })
  expect(
    itemOf({ ...issue, movementType: '555', from: place({ stockCategory: 'BL' }) }),
  ).not.toHaveProperty('InventoryStockType')
  expect(itemOf({ movementType: '321', from: place({ stockCategory: 'QI' }) })).not.toHaveProperty(
    'InventoryStockType',
  )
})

test('a release from receipt block is a receipt into the category it is released to', () => {
  const item = itemOf({
    movementType: '105',
    from: place({ stockCategory: 'GRB' }),
    to: place({ stockCategory: 'QI' }),
  })
  expect(item).toMatchObject({
    Plant: '1000',
    StorageLocation: '0001',
    InventoryStockType: '02',
    GoodsMovementRefDocType: 'B',
  })
  expect(item).not.toHaveProperty('IssuingOrReceivingPlant')
})

test('a transfer names the place it comes from and the one it goes to', () => {
  const transfer = { purchaseOrder: '', purchaseOrderItem: '', movementType: '311' }
  expect(
    itemOf({
      ...transfer,
      from: place({ batch: 'B1' }),
      to: place({ storageLocation: '0002', batch: 'B1' }),
    }),
  ).toMatchObject({
    StorageLocation: '0001',
    IssuingOrReceivingPlant: '1000',
    IssuingOrReceivingStorageLoc: '0002',
    Batch: 'B1',
    IssgOrRcvgBatch: 'B1',
  })
  expect(itemOf({ ...transfer, movementType: '344', from: place() })).not.toHaveProperty(
    'IssuingOrReceivingStorageLoc',
  )
})

test('special stock carries its owner beside the account it is issued to', () => {
  const consignment = place({ specialStock: 'K', specialStockReference: '100001' })
  expect(itemOf({ ...issue, from: consignment, costCenter: 'CC1' })).toMatchObject({
    InventorySpecialStockType: 'K',
    Supplier: '100001',
    CostCenter: 'CC1',
  })
  const project = place({ specialStock: 'Q', specialStockReference: 'P-1.1' })
  expect(itemOf({ ...issue, from: project, wbsElement: 'P-1.2' })).toMatchObject({
    InventorySpecialStockType: 'Q',
    SpecialStockIdfgWBSElement: 'P-1.1',
    WBSElement: 'P-1.2',
  })
  expect(itemOf({ ...issue, movementType: '415', to: project })).toMatchObject({
    InventorySpecialStockType: 'Q',
    SpecialStockIdfgWBSElement: 'P-1.1',
  })
  const salesOrder = place({ specialStock: 'E', specialStockReference: '12/10' })
  expect(itemOf({ ...issue, from: salesOrder })).toMatchObject({
    SpecialStockIdfgSalesOrder: '12',
    SpecialStockIdfgSalesOrderItem: '000010',
  })
})

test('older systems get material numbers of 18 digits, named ones stay', () => {
  expect(itemOf({}, {}, 18)).toMatchObject({ Material: '000000000000004711' })
  expect(itemOf({ materialNo: 'DN50-A' }, {}, 18)).toMatchObject({ Material: 'DN50-A' })
})

test('a receipt that is consumed at once keeps its plant', () => {
  expect(
    itemOf({ to: null, plant: '1000', storageLocation: '0001', costCenter: 'CC1' }),
  ).toMatchObject({ Plant: '1000', PurchaseOrder: '4500000001' })
})

test('each piece with a serial number is an entry under its item', () => {
  expect(itemOf({ quantity: '2' as Quantity, serialNumbers: ['A-1', '7'] })).toMatchObject({
    QuantityInEntryUnit: '2',
    to_SerialNumbers: { results: [{ SerialNumber: 'A-1' }, { SerialNumber: '7' }] },
  })
  expect(itemOf({})).not.toHaveProperty('to_SerialNumbers')
})
