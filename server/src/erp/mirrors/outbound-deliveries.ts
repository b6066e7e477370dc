import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import { dateLiteral } from '../client/odata-text.ts'
import {
  day,
  filtersOf,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  quantity,
  readRows,
  text,
} from './source.ts'

export interface OutboundDeliveryItem {
  deliveryNo: string
  deliveryItem: number
  /** The sales order, or the order of another plant, that it is made for. */
  orderNo: string
  orderItem: number
  shipTo: string
  /** Of an order of another plant. */
  receivingPlant: string
  materialNo: string
  plant: string
  storageLocation: string
  batch: string
  /** In the base unit. */
  quantity: Quantity
  unit: string
  movementType: string
  plannedDate: LocalDate | null
  isBlocked: boolean
  /** Its goods issue is posted. */
  isIssued: boolean
}

/**
 * Reads outbound deliveries with their items, one delivery at a time: of these orders (`numbers`), those changed since a
 * time, or those whose goods issue is not posted.
 */
export async function* readOutboundDeliveries(
  source: MirrorSource,
  request: MirrorRequest,
): AsyncGenerator<OutboundDeliveryItem[]> {
  const filters = await filtersOfRequest(source, request)
  const rows = readRows(source, 'A_OutbDeliveryHeader', filters, {
    $expand: 'to_DeliveryDocumentItem',
    $orderby: 'DeliveryDocument',
  })
  for await (const row of rows)
    yield rowsOf(row.to_DeliveryDocumentItem).map((item) => itemOf(row, item))
}

async function filtersOfRequest(source: MirrorSource, request: MirrorRequest): Promise<string[]> {
  if (request.numbers !== undefined) {
    const names = { key: 'ReferenceSDDocument', changed: '', company: '' }
    const numbers = new Set<string>()
    const query = { $select: 'DeliveryDocument', $orderby: 'DeliveryDocument,DeliveryDocumentItem' }
    const items = readRows(source, 'A_OutbDeliveryItem', filtersOf(request, names), query)
    for await (const item of items) numbers.add(text(item.DeliveryDocument))
    return filtersOf(
      { numbers: [...numbers] },
      { key: 'DeliveryDocument', changed: '', company: '' },
    )
  }
  if (!request.changedSince) return [`OverallGoodsMovementStatus ne 'C'`]
  // Whole days: deliveries have no filterable timestamp of their changes.
  const since = dateLiteral(addDays(companyToday(new Date(request.changedSince)), -1))
  return [`LastChangeDate ge ${since} or CreationDate ge ${since}`]
}

function itemOf(row: Entity, item: Entity): OutboundDeliveryItem {
  return {
    deliveryNo: numberText(row.DeliveryDocument),
    deliveryItem: Number(numberText(item.DeliveryDocumentItem)),
    orderNo: numberText(item.ReferenceSDDocument),
    orderItem: Number(numberText(item.ReferenceSDDocumentItem)),
    shipTo: numberText(row.ShipToParty),
    receivingPlant: text(row.ReceivingPlant),
    materialNo: numberText(item.Material),
    plant: text(item.Plant),
    storageLocation: text(item.StorageLocation),
    batch: text(item.Batch),
    quantity: quantity(item.ActualDeliveredQtyInBaseUnit),
    unit: text(item.BaseUnit),
    movementType: text(item.GoodsMovementType),
    plannedDate: day(row.PlannedGoodsIssueDate),
    isBlocked: text(row.DeliveryBlockReason) !== '',
    isIssued: text(row.OverallGoodsMovementStatus) === 'C',
  }
}
