import type { Database } from '../database.ts'
import { defineEntitySets, navigation } from '../protocol/service.ts'
import type { EntitySet } from '../protocol/service.ts'

export const reservationServiceName = 'API_RESERVATION_DOCUMENT_SRV'

export const reservationTables = {
  reservation: `${reservationServiceName}.A_ReservationDocumentHeader`,
  item: `${reservationServiceName}.A_ReservationDocumentItem`,
} as const

/**
 * Reservations have no change timestamp in SAP: clients read them by number or date. The last two fields of an item are
 * not in the service as SAP delivers it: they are those of the released view I_ReservationDocumentItem (RESB-SOBKZ,
 * RESB-PSPEL), by which a system extends it.
 */
export function defineReservationSets(database: Database): Map<string, EntitySet> {
  return defineEntitySets(database, reservationServiceName, [
    {
      name: 'A_ReservationDocumentHeader',
      keyCount: 1,
      properties: `Reservation 10n, OrderID 12a, GoodsMovementType 3u, CostCenter 10a,
        GoodsRecipientName 12, ReservationDate date, IsCheckedAgainstFactoryCal boolean,
        Customer 10a, WBSElement 24u, ControllingArea 4u, SalesOrder 10a, SalesOrderItem 6n,
        SalesOrderScheduleLine 4n, AssetNumber 12a, AssetSubNumber 4u,
        NetworkNumberForAcctAssgmt 12a, IssuingOrReceivingPlant 4u,
        IssuingOrReceivingStorageLoc 4u`,
      abilities: ['create', 'delete'],
      navigations: [
        navigation('to_ReservationDocumentItem', 'A_ReservationDocumentItem', true, [
          'Reservation',
        ]),
      ],
    },
    {
      name: 'A_ReservationDocumentItem',
      keyCount: 3,
      properties: `Reservation 10n, ReservationItem 4n, RecordType 1u, Product 40a,
        RequirementType 2u, MatlCompRequirementDate date, Plant 4u,
        ManufacturingOrderOperation 4u, GoodsMovementIsAllowed boolean, StorageLocation 4u,
        Batch 10u, DebitCreditCode 1u, BaseUnit 3, GLAccount 10a,
        ResvnAccountIsEnteredManually boolean, GoodsMovementType 3u, EntryUnit 3,
        QuantityIsFixed boolean, CompanyCodeCurrency 5u, IssuingOrReceivingPlant 4u,
        IssuingOrReceivingStorageLoc 4u, PurchasingDocument 10a, PurchasingDocumentItem 5n,
        Supplier 10a, ResvnItmRequiredQtyInBaseUnit 13.3, ReservationItemIsFinallyIssued boolean,
        ReservationItmIsMarkedForDeltn boolean, ResvnItmRequiredQtyInEntryUnit 13.3,
        ResvnItmWithdrawnQtyInBaseUnit 13.3, ResvnItmWithdrawnAmtInCCCrcy 14.3,
        GoodsRecipientName 12, UnloadingPointName 25, ReservationItemText 50,
        InventorySpecialStockType 1u, SpecialStockIdfgWBSElement 24u`,
      indexed: ['Reservation'],
    },
  ])
}
