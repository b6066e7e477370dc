import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type {
  DemonstrationRequest,
  DemonstrationReservation,
  DemonstrationSalesOrder,
} from './demands.ts'
import {
  makePurchaseRequests,
  makeDeliveredReservations,
  makeReservations,
  makeSalesOrders,
  makeSpecialReservations,
} from './demands.ts'
import type { DemonstrationMaterial } from './materials.ts'
import { makeMaterials } from './materials.ts'
import type { OpeningStock } from './opening-stock.ts'
import { makeOpeningStock, makeStockOfErp } from './opening-stock.ts'
import type { DemonstrationBin } from './organization.ts'
import { makeBins } from './organization.ts'
import { makePurchaseContracts, type DemonstrationContract } from './purchase-contracts.ts'
import type { DemonstrationOrder } from './purchase-orders.ts'
import { makePurchaseOrders } from './purchase-orders.ts'

export interface DemonstrationCompany {
  bins: DemonstrationBin[]
  materials: DemonstrationMaterial[]
  opening: OpeningStock[]
  /** Of the storage location that is not live yet. */
  stockOfErp: ReturnType<typeof makeStockOfErp>
  contracts: DemonstrationContract[]
  orders: DemonstrationOrder[]
  requests: DemonstrationRequest[]
  reservations: DemonstrationReservation[]
  salesOrders: DemonstrationSalesOrder[]
}

/** The whole company for a day; deterministic for the same day. */
export function makeCompany(today: LocalDate): DemonstrationCompany {
  const materials = makeMaterials()
  const byNumber = new Map(materials.map((material) => [material.materialNo, material]))
  const opening = makeOpeningStock(materials, today)
  const orders = makePurchaseOrders(materials, today)
  const planned = makeReservations(opening, byNumber, today)
  const special = makeSpecialReservations(orders, byNumber, today, planned.length)
  const before = planned.length + special.length
  return {
    bins: makeBins(),
    materials,
    opening,
    stockOfErp: makeStockOfErp(materials),
    contracts: makePurchaseContracts(orders, today),
    orders,
    requests: makePurchaseRequests(orders, byNumber),
    reservations: [
      ...planned,
      ...special,
      ...makeDeliveredReservations(opening, byNumber, today, before),
    ],
    salesOrders: makeSalesOrders(opening, byNumber, today),
  }
}
