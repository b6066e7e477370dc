import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Database } from '../database.ts'
import { parseProperties } from '../protocol/edm.ts'
import type { Value } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { ODataError } from '../protocol/odata-error.ts'
import type { FunctionImport, Service } from '../protocol/service.ts'
import type { Transaction } from '../database.ts'
import type { Settings } from '../settings.ts'
import type { PostingContext } from '../stock/post-document.ts'
import { defineDeliverySets, deliveryServiceName, deliveryTables } from './delivery-sets.ts'
import {
  findDelivery,
  itemOf,
  onDelivery,
  pickItem,
  postGoodsIssue,
  reverseGoodsIssue,
  touch,
} from './goods-issue.ts'

type Values = ReadonlyMap<string, Value>

const text = (values: Values, name: string): string => String(values.get(name) ?? '')

/** What may be changed in a delivery before its goods issue. */
const changeable: Readonly<Record<string, readonly string[]>> = {
  [deliveryTables.delivery]: ['ActualGoodsMovementDate', 'DeliveryDocumentBySupplier'],
  [deliveryTables.item]: ['Batch', 'StorageLocation', 'InventoryValuationType'],
}

/** Outbound deliveries: read, pick, post and reverse the goods issue. */
export function deliveryServices(database: Database, settings: Settings): Service[] {
  const delivery = 'DeliveryDocument 10a'
  const item = `${delivery}, DeliveryDocumentItem 6n`
  const serial = `${item}, SerialNumber 18a`
  const change = (
    name: string,
    parameters: string,
    run: (transaction: Transaction, values: Values, context: PostingContext) => void,
  ): FunctionImport => ({
    name,
    method: 'POST',
    parameters: parseProperties(parameters),
    versioned: (values) => ({
      set: 'A_OutbDeliveryHeader',
      keys: [text(values, 'DeliveryDocument')],
    }),
    run: (values, context) => {
      const posting = { ...context, settings }
      onDelivery(posting, (transaction) => run(transaction, values, posting))
      return { kind: 'complex', results: [] }
    },
  })
  const functions = [
    change(
      'PickOneItemWithBaseQuantity',
      `ActualDeliveredQtyInBaseUnit 13.3, BaseUnit 3, ${item}`,
      (transaction, values) =>
        pickItem(
          transaction,
          text(values, 'DeliveryDocument'),
          text(values, 'DeliveryDocumentItem'),
          parseQuantity(text(values, 'ActualDeliveredQtyInBaseUnit')),
        ),
    ),
    change('AddSerialNumberToDeliveryItem', serial, (transaction, values) => {
      const key = serialKey(transaction, values)
      transaction.put(deliveryTables.serialNumber, key)
    }),
    change('DeleteSerialNumberFromDeliveryItem', serial, (transaction, values) => {
      const key = serialKey(transaction, values)
      transaction.remove(deliveryTables.serialNumber, key)
    }),
    change('PostGoodsIssue', delivery, (transaction, values, context) =>
      postGoodsIssue(transaction, context, text(values, 'DeliveryDocument')),
    ),
    change(
      'ReverseGoodsIssue',
      `ActualGoodsMovementDate date, ${delivery}`,
      (transaction, values, context) => {
        const day = text(values, 'ActualGoodsMovementDate')
        const number = text(values, 'DeliveryDocument')
        reverseGoodsIssue(transaction, context, number, day === '' ? null : day.slice(0, 10))
      },
    ),
  ]
  return [
    {
      name: deliveryServiceName,
      version: 2,
      sets: defineDeliverySets(database),
      functions: new Map(functions.map((each) => [each.name, each])),
      update: (set, row, changed, transaction) => {
        const number = String(row.DeliveryDocument)
        const refused = Object.keys(changed).find(
          (name) =>
            !changeable[set.table.name]?.includes(name) &&
            !set.keys.some((key) => key.name === name),
        )
        if (refused !== undefined)
          throw new ODataError(400, 'VL/607', `Property '${refused}' cannot be changed`)
        if (row.OverallGoodsMovementStatus === 'C')
          throw new ODataError(400, 'VL/602', `Goods issue of delivery ${number} is posted`)
        transaction.patch(set.table.name, row, changed)
        touch(transaction, number)
      },
    },
  ]
}

function serialKey(transaction: Transaction, values: Values) {
  const number = text(values, 'DeliveryDocument')
  const itemNumber = text(values, 'DeliveryDocumentItem')
  const { items } = findDelivery(transaction, number, false)
  itemOf(items, number, itemNumber)
  const SerialNumber = text(values, 'SerialNumber')
  if (SerialNumber === '') throw new BusinessMessage('M7/018', 'Serial number')
  return { DeliveryDocument: number, DeliveryDocumentItem: itemNumber, SerialNumber }
}
