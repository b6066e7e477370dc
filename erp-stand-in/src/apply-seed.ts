import { seedDelivery } from './issue/seed-deliveries.ts'
import {
  seedRequisition,
  seedReservation,
  seedSalesOrder,
} from './external-documents/seed-demands.ts'
import { seedConsignmentPrice } from './external-documents/seed-info-records.ts'
import { seedPurchaseContract } from './external-documents/seed-purchase-contracts.ts'
import { seedPurchaseOrder } from './external-documents/seed-purchase-orders.ts'
import { seedPlant, seedProduct, seedSupplier } from './masters/seed-masters.ts'
import type { SeedCounts, StandInSeed } from './seed.ts'
import { setPostingPeriod } from './stock/periods.ts'
import { seedStock } from './stock/seed-stock.ts'
import type { StandIn } from './system.ts'
import type { Transaction } from './database.ts'
import { inParts } from './upsert.ts'

const partSize = 200

/** Writes a seed in the order required by dependencies; returns the number of entries processed. */
export function applySeed(system: StandIn, seed: StandInSeed): SeedCounts {
  const { database } = system
  const each = <T>(
    list: readonly T[] | undefined,
    work: (transaction: Transaction, entry: T) => void,
  ): number =>
    inParts(list, partSize, (part) =>
      database.transact((transaction) => {
        for (const entry of part) work(transaction, entry)
      }),
    )
  return {
    plants: each(seed.plants, seedPlant),
    products: each(seed.products, (transaction, product) =>
      seedProduct(database, transaction, product),
    ),
    suppliers: each(seed.suppliers, seedSupplier),
    requisitions: each(seed.requisitions, seedRequisition),
    purchaseContracts: each(seed.purchaseContracts, seedPurchaseContract),
    consignmentPrices: each(seed.consignmentPrices, seedConsignmentPrice),
    purchaseOrders: each(seed.purchaseOrders, seedPurchaseOrder),
    salesOrders: each(seed.salesOrders, seedSalesOrder),
    deliveries: each(seed.deliveries, seedDelivery),
    reservations: each(seed.reservations, seedReservation),
    // Before the periods, so that a closed period does not refuse the initial stock.
    stock: seedStock(system, seed.stock ?? []),
    periods: each(seed.periods, setPostingPeriod),
  }
}
