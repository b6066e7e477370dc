import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import {
  chunks,
  day,
  flag,
  type MirrorSource,
  numberText,
  quantity,
  readRows,
  text,
} from './source.ts'
import { textLiteral, withZeros } from '../client/odata-text.ts'

export interface ReservationItem {
  itemNo: string
  itemNoOriginal: string
  recordType: string
  materialNo: string
  plant: string
  storageLocation: string
  batch: string
  requiredOn: LocalDate | null
  quantity: Quantity
  withdrawnQuantity: Quantity
  unit: string
  entryQuantity: Quantity
  entryUnit: string
  movementType: string
  glAccount: string
  isMovementAllowed: boolean
  isCompleted: boolean
  isDeleted: boolean
  recipient: string
  unloadingPoint: string
  itemText: string
  /** The stock to be withdrawn (RESB-SOBKZ); '' is own stock, or not known where the service does not name it. */
  specialStock: '' | 'K' | 'Q' | 'E' | 'O'
  /** The project's element, the supplier, or `order/item`; '' if the reservation leaves it open. */
  specialStockReference: string
}

export interface Reservation {
  reservationNo: string
  movementType: string
  reservedOn: LocalDate | null
  costCenter: string
  wbsElement: string
  orderNo: string
  networkNo: string
  assetNo: string
  assetSubNo: string
  salesOrderNo: string
  salesOrderItemNo: string
  customerNo: string
  recipient: string
  receivingPlant: string
  receivingStorageLocation: string
  items: ReservationItem[]
}

export interface ReservationRequest {
  /** Reservations open on our side: read again to detect that they were completed. */
  openNumbers?: readonly string[]
  /** Only these, for the re-read before a commitment. */
  numbers?: readonly string[]
}

/**
 * Reads reservations. The ERP has no change timestamp for them, so changes are detected by state: all with an open
 * item, and those open on our side that no longer have one. Numbers without leading zeros.
 */
export async function* readReservations(
  source: MirrorSource,
  request: ReservationRequest,
): AsyncGenerator<Reservation> {
  let numbers: string[]
  if (request.numbers !== undefined) numbers = [...new Set(request.numbers)]
  else {
    const wanted = new Set(request.openNumbers ?? [])
    const open = readRows(
      source,
      'A_ReservationDocumentItem',
      ['ReservationItemIsFinallyIssued eq false and ReservationItmIsMarkedForDeltn eq false'],
      {
        $select: 'Reservation,ReservationItem,RecordType',
        $orderby: 'Reservation,ReservationItem,RecordType',
      },
    )
    for await (const row of open) wanted.add(numberText(row.Reservation))
    numbers = [...wanted]
  }
  // The key is numeric text of length ten: padded, it is found however the system stores it.
  const filters = chunks(numbers, 20).map((some) =>
    some.map((number) => `Reservation eq ${textLiteral(withZeros(number, 10))}`).join(' or '),
  )
  const rows = readRows(source, 'A_ReservationDocumentHeader', filters, {
    $expand: 'to_ReservationDocumentItem',
    $orderby: 'Reservation',
  })
  for await (const row of rows) yield reservationOf(row)
}

function reservationOf(row: Entity): Reservation {
  return {
    reservationNo: numberText(row.Reservation),
    movementType: text(row.GoodsMovementType),
    reservedOn: day(row.ReservationDate),
    costCenter: text(row.CostCenter),
    wbsElement: text(row.WBSElement),
    orderNo: text(row.OrderID),
    networkNo: text(row.NetworkNumberForAcctAssgmt),
    assetNo: text(row.AssetNumber),
    assetSubNo: text(row.AssetSubNumber),
    salesOrderNo: text(row.SalesOrder),
    salesOrderItemNo: numberText(row.SalesOrderItem),
    customerNo: text(row.Customer),
    recipient: text(row.GoodsRecipientName),
    receivingPlant: text(row.IssuingOrReceivingPlant),
    receivingStorageLocation: text(row.IssuingOrReceivingStorageLoc),
    items: rowsOf(row.to_ReservationDocumentItem).map((item) => itemOf(item, row)),
  }
}

function itemOf(row: Entity, header: Entity): ReservationItem {
  return {
    itemNo: numberText(row.ReservationItem),
    itemNoOriginal: text(row.ReservationItem),
    recordType: text(row.RecordType),
    materialNo: numberText(row.Product),
    plant: text(row.Plant),
    storageLocation: text(row.StorageLocation),
    batch: text(row.Batch),
    requiredOn: day(row.MatlCompRequirementDate),
    quantity: quantity(row.ResvnItmRequiredQtyInBaseUnit),
    withdrawnQuantity: quantity(row.ResvnItmWithdrawnQtyInBaseUnit),
    unit: text(row.BaseUnit),
    entryQuantity: quantity(row.ResvnItmRequiredQtyInEntryUnit),
    entryUnit: text(row.EntryUnit),
    movementType: text(row.GoodsMovementType),
    glAccount: text(row.GLAccount),
    isMovementAllowed: flag(row.GoodsMovementIsAllowed),
    isCompleted: flag(row.ReservationItemIsFinallyIssued),
    isDeleted: flag(row.ReservationItmIsMarkedForDeltn),
    recipient: text(row.GoodsRecipientName),
    unloadingPoint: text(row.UnloadingPointName),
    itemText: text(row.ReservationItemText),
    ...specialStockOf(row, header),
  }
}

/**
 * API_RESERVATION_DOCUMENT_SRV as delivered does not name the special stock; where a system has extended it, the fields
 * are those of the released view I_ReservationDocumentItem. Project stock without an element is that of the account.
 */
function specialStockOf(
  row: Entity,
  header: Entity,
): Pick<ReservationItem, 'specialStock' | 'specialStockReference'> {
  const specialStock = text(row.InventorySpecialStockType)
  const of = (specialStockReference: string) => ({
    specialStock: specialStock as ReservationItem['specialStock'],
    specialStockReference,
  })
  if (specialStock === 'K' || specialStock === 'O') return of(text(row.Supplier))
  if (specialStock === 'Q')
    return of(text(row.SpecialStockIdfgWBSElement) || text(header.WBSElement))
  if (specialStock === 'E')
    return of(`${text(header.SalesOrder)}/${numberText(header.SalesOrderItem)}`)
  return { specialStock: '', specialStockReference: '' }
}
