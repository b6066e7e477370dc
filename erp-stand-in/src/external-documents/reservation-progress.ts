import {
  addQuantity,
  compareQuantity,
  isNegative,
  negateQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { reservationTables } from './reservation-sets.ts'

/** The effect of a withdrawal on a reservation item (base unit); a reversal adds the opposite. */
export interface ReservationChange {
  readonly reservation: string
  readonly reservationItem: string
  readonly recordType: string
  readonly withdrawn: Quantity
  /** Whether the movement sets "final issue"; null leaves it, unless less is withdrawn than before. */
  readonly finallyIssued: true | null
}

/** The item to withdraw from; refuses unknown, deleted, blocked and finally issued ones. */
export function findReservationItem(
  transaction: Transaction,
  reservation: string,
  item: string,
  recordType: string,
  isWithdrawal: boolean,
): { header: Row; item: Row } {
  const header = transaction.get(reservationTables.reservation, reservation)
  const row = transaction.get(reservationTables.item, reservation, item, recordType)
  if (header === undefined || row === undefined) {
    throw new BusinessMessage('M7/365', reservation, item)
  }
  if (row.ReservationItmIsMarkedForDeltn === true) {
    throw new BusinessMessage('M7/363', reservation, item)
  }
  if (isWithdrawal) {
    if (row.GoodsMovementIsAllowed !== true) throw new BusinessMessage('M7/364', reservation, item)
    if (row.ReservationItemIsFinallyIssued === true) {
      throw new BusinessMessage('M7/362', reservation, item)
    }
  }
  return { header, item: row }
}

/** Whether withdrawing `quantity` leaves nothing open. */
export function completesReservation(item: Row, quantity: Quantity): boolean {
  const withdrawn = addQuantity(
    String(item.ResvnItmWithdrawnQtyInBaseUnit ?? '0') as Quantity,
    quantity,
  )
  const required = String(item.ResvnItmRequiredQtyInBaseUnit ?? '0') as Quantity
  return compareQuantity(withdrawn, required) >= 0
}

export function applyReservationChange(transaction: Transaction, change: ReservationChange): void {
  const { reservation, reservationItem, recordType } = change
  const row = transaction.get(reservationTables.item, reservation, reservationItem, recordType)
  // A reservation may have been deleted after the withdrawal; the reversal is still possible.
  if (row === undefined) return
  const before = String(row.ResvnItmWithdrawnQtyInBaseUnit ?? '0') as Quantity
  const withdrawn = addQuantity(before, change.withdrawn)
  if (isNegative(withdrawn)) {
    const place = `${reservation} ${reservationItem}`
    throw new BusinessMessage(
      'M7/021',
      'withdrawn quantity',
      negateQuantity(withdrawn),
      '',
      place,
      '',
      '',
    )
  }
  // A reversal opens the item again, whichever withdrawal was final.
  const isFinal = isNegative(change.withdrawn) ? false : change.finallyIssued
  transaction.patch(reservationTables.item, row, {
    ResvnItmWithdrawnQtyInBaseUnit: withdrawn,
    ...(isFinal === null ? {} : { ReservationItemIsFinallyIssued: isFinal }),
  })
}

export function oppositeReservationChange(change: ReservationChange): ReservationChange {
  return {
    ...change,
    withdrawn: negateQuantity(change.withdrawn),
    finallyIssued: null,
  }
}
