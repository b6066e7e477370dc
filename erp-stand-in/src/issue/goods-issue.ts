import { compareQuantity, isPositive, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage, businessError } from '../protocol/messages.ts'
import { materialDocumentTables } from '../stock/material-document-sets.ts'
import { textOf } from '../stock/movement-rules.ts'
import { postWithin } from '../stock/post-document.ts'
import type { PostingContext } from '../stock/post-document.ts'
import { reverseWithin } from '../stock/reverse-document.ts'
import { deliveryTables } from './delivery-sets.ts'

// What VL02N and VL09 do with a delivery: pick, post the goods issue of all items as one material document, reverse it.

/** Runs the work on a delivery in one transaction; what SAP refuses becomes the service's answer. */
export function onDelivery(
  { database, language }: PostingContext,
  work: (transaction: Transaction) => void,
): void {
  database.transact((transaction) => {
    try {
      work(transaction)
    } catch (problem) {
      if (!(problem instanceof BusinessMessage)) throw problem
      throw businessError(problem, language)
    }
  })
}

/** The delivery, which has to be open for changes unless `isIssued` is wanted. */
export function findDelivery(
  transaction: Transaction,
  number: string,
  isIssued: boolean,
): { delivery: Row; items: Row[] } {
  const delivery = transaction.get(deliveryTables.delivery, number)
  if (delivery === undefined) throw new BusinessMessage('VL/100', number)
  const status = textOf(delivery, 'OverallGoodsMovementStatus')
  if (!isIssued && status === 'C') throw new BusinessMessage('VL/602', number)
  if (isIssued && status !== 'C') throw new BusinessMessage('VL/603', number)
  const items = transaction
    .where(deliveryTables.item, 'DeliveryDocument', number)
    .toSorted((a, b) => Number(a.DeliveryDocumentItem) - Number(b.DeliveryDocumentItem))
  return { delivery, items }
}

export function itemOf(items: readonly Row[], number: string, item: string): Row {
  const found = items.find((row) => row.DeliveryDocumentItem === item)
  if (found === undefined) throw new BusinessMessage('VL/101', item, number)
  return found
}

/** Notes that a delivery was changed: its version counts. */
export function touch(transaction: Transaction, number: string, changed: Row = {}): void {
  const row = transaction.get(deliveryTables.delivery, number)
  if (row === undefined) return
  transaction.patch(deliveryTables.delivery, row, {
    ...changed,
    LastChangeDate: new Date(transaction.moment).toISOString().slice(0, 10),
    LastChangeDateTime: transaction.moment,
  })
}

/** Sets the delivered and the picked quantity of an item; never more than the delivery was made for. */
export function pickItem(
  transaction: Transaction,
  number: string,
  itemNumber: string,
  quantity: Quantity,
): void {
  const { items } = findDelivery(transaction, number, false)
  const item = itemOf(items, number, itemNumber)
  if (!isPositive(quantity)) throw new BusinessMessage('M7/120')
  const original = textOf(item, 'OriginalDeliveryQuantity')
  if (compareQuantity(quantity, parseQuantity(original)) > 0)
    throw new BusinessMessage('VL/605', number, itemNumber, original, quantity)
  transaction.patch(deliveryTables.item, item, {
    ActualDeliveryQuantity: quantity,
    ActualDeliveredQtyInBaseUnit: quantity,
    PickingStatus: 'C',
  })
  const others = items.filter((row) => row.DeliveryDocumentItem !== itemNumber)
  const isAll = others.every((row) => row.PickingStatus === 'C')
  touch(transaction, number, { OverallPickingStatus: isAll ? 'C' : 'B' })
}

/** Posts the goods issue: one material document with all items, each of which has been picked in full. */
export function postGoodsIssue(
  transaction: Transaction,
  context: PostingContext,
  number: string,
): void {
  const { delivery, items } = findDelivery(transaction, number, false)
  if (textOf(delivery, 'DeliveryBlockReason') !== '') throw new BusinessMessage('VL/606', number)
  for (const item of items)
    if (item.PickingStatus !== 'C')
      throw new BusinessMessage('VL/604', number, textOf(item, 'DeliveryDocumentItem'))
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  const postingDate = textOf(delivery, 'ActualGoodsMovementDate') || today
  const serialNumbers = transaction.where(deliveryTables.serialNumber, 'DeliveryDocument', number)
  const movementCode = items.some((item) => item.GoodsMovementType === '641') ? '04' : '03'
  const input = {
    header: {
      GoodsMovementCode: movementCode,
      PostingDate: postingDate,
      DocumentDate: today,
      ReferenceDocument: number.padStart(10, '0'),
    },
    items: items.map((item) => ({
      row: documentItem(delivery, item),
      serialNumbers: serialNumbers
        .filter((row) => row.DeliveryDocumentItem === item.DeliveryDocumentItem)
        .map(({ SerialNumber }) => ({ SerialNumber: SerialNumber ?? '' })),
    })),
  }
  postWithin(transaction, context, input, 'delivery')
  for (const item of items)
    transaction.patch(deliveryTables.item, item, { GoodsMovementStatus: 'C' })
  touch(transaction, number, {
    ActualGoodsMovementDate: postingDate,
    OverallGoodsMovementStatus: 'C',
    OverallSDProcessStatus: 'C',
  })
}

function documentItem(delivery: Row, item: Row): Row {
  const isSale = item.ReferenceSDDocumentCategory === 'C'
  return {
    GoodsMovementType: item.GoodsMovementType ?? '',
    GoodsMovementRefDocType: 'L',
    Delivery: item.DeliveryDocument ?? '',
    DeliveryItem: item.DeliveryDocumentItem ?? '',
    Material: item.Material ?? '',
    Plant: item.Plant ?? '',
    StorageLocation: item.StorageLocation ?? '',
    Batch: item.Batch ?? '',
    InventoryValuationType: item.InventoryValuationType ?? '',
    QuantityInEntryUnit: item.ActualDeliveredQtyInBaseUnit ?? '0',
    EntryUnit: item.BaseUnit ?? '',
    Customer: delivery.ShipToParty ?? '',
    IssuingOrReceivingPlant:
      item.GoodsMovementType === '641' ? (delivery.ReceivingPlant ?? '') : '',
    SalesOrder: isSale ? (item.ReferenceSDDocument ?? '') : '',
    SalesOrderItem: isSale ? (item.ReferenceSDDocumentItem ?? '') : '',
  }
}

/** Reverses the goods issue (VL09): the delivery can be changed and posted again. */
export function reverseGoodsIssue(
  transaction: Transaction,
  context: PostingContext,
  number: string,
  postingDate: string | null,
): void {
  const { items } = findDelivery(transaction, number, true)
  const posted = transaction
    .where(materialDocumentTables.item, 'Delivery', number)
    .find(
      (row) =>
        row.GoodsMovementIsCancelled !== true && textOf(row, 'ReversedMaterialDocument') === '',
    )
  if (posted === undefined) throw new BusinessMessage('VL/603', number)
  const [year, document] = [
    textOf(posted, 'MaterialDocumentYear'),
    textOf(posted, 'MaterialDocument'),
  ]
  reverseWithin(transaction, context, { year, document, item: null, postingDate }, 'delivery')
  for (const item of items)
    transaction.patch(deliveryTables.item, item, { GoodsMovementStatus: 'A' })
  touch(transaction, number, {
    ActualGoodsMovementDate: null,
    OverallGoodsMovementStatus: 'A',
    OverallSDProcessStatus: 'B',
  })
}
