import type { PostingPeriod } from './stock/periods.ts'

/**
 * The input of `POST /stand-in/seed` (and STAND_IN_SEED). Every list is optional; every entry is an upsert by its key.
 * Dates are 'yyyy-MM-dd', quantities and prices decimal texts.
 */
export interface StandInSeed {
  readonly plants?: readonly SeedPlant[]
  readonly products?: readonly SeedProduct[]
  readonly suppliers?: readonly { readonly supplier: string; readonly name: string }[]
  readonly purchaseContracts?: readonly SeedPurchaseContract[]
  /** Before orders and stock of such goods, which otherwise bring a price of their own. */
  readonly consignmentPrices?: readonly SeedConsignmentPrice[]
  readonly purchaseOrders?: readonly SeedPurchaseOrder[]
  readonly requisitions?: readonly SeedRequisition[]
  readonly reservations?: readonly SeedReservation[]
  readonly salesOrders?: readonly SeedSalesOrder[]
  readonly deliveries?: readonly SeedDelivery[]
  /** Initial stock, posted as 561/563/565 documents; only missing stock is added. */
  readonly stock?: readonly SeedStock[]
  readonly periods?: readonly PostingPeriod[]
}

export interface SeedPlant {
  readonly plant: string
  readonly companyCode: string
  /** Company currency; default CNY. */
  readonly currency?: string
  readonly storageLocations: readonly string[]
}

export interface SeedProduct {
  readonly product: string
  /** Short texts by language key ('ZH', 'EN'), 40 characters. */
  readonly descriptions: Readonly<Record<string, string>>
  readonly baseUnit: string
  readonly productType?: string
  readonly productGroup?: string
  readonly sizeOrDimension?: string
  readonly industryStandard?: string
  readonly manufacturerPartNumber?: string
  readonly isBatchManaged?: boolean
  readonly serialNumberProfile?: string
  /** Split valuation (MBEW-BWTTY): each movement names a valuation type. Needs a price. */
  readonly valuationCategory?: string
  /** Its valuation types (BWTAR) in each of its plants. */
  readonly valuationTypes?: readonly string[]
  readonly isHazardous?: boolean
  readonly isMarkedForDeletion?: boolean
  /** Receipts are posted to inspection stock (A_ProductPlant.HasPostToInspectionStock). */
  readonly isInspected?: boolean
  /** Only in these plants; default: in all. */
  readonly inspectedPlants?: readonly string[]
  /** Plants with an active inspection type: stock in inspection is moved by the usage decision of its lot. */
  readonly qualityManagedPlants?: readonly string[]
  /** Alternative units: numerator base units are denominator alternative units. */
  readonly units?: readonly {
    readonly unit: string
    readonly numerator: number
    readonly denominator: number
  }[]
  /** Plants of the product; default: all seeded plants. */
  readonly plants?: readonly string[]
  /** Price per base unit as long as there is no stock. */
  readonly price?: string
}

export interface SeedAccount {
  readonly costCenter?: string
  readonly wbsElement?: string
  readonly orderId?: string
  readonly salesOrder?: string
  readonly salesOrderItem?: string
  readonly glAccount?: string
  readonly asset?: string
  readonly assetSubNumber?: string
}

export interface SeedPurchaseContract {
  readonly purchaseContract: string
  readonly companyCode: string
  readonly supplier: string
  readonly validFrom: string
  readonly validTo: string
}

/** A consignment info record: what a supplier gets for each base unit of his goods that is drawn. */
export interface SeedConsignmentPrice {
  readonly supplier: string
  readonly product: string
  readonly plant: string
  readonly price: string
  /** The last day; default without limit. */
  readonly validTo?: string
  readonly isDeleted?: boolean
}

export interface SeedPurchaseOrder {
  readonly purchaseOrder: string
  readonly companyCode: string
  readonly supplier: string
  /** Default NB; UB for a stock transport order (with supplyingPlant). */
  readonly type?: string
  readonly supplyingPlant?: string
  readonly orderDate: string
  readonly currency?: string
  readonly purchasingOrganization?: string
  readonly purchasingGroup?: string
  readonly isReleased?: boolean
  readonly items: readonly SeedPurchaseOrderItem[]
}

export interface SeedPurchaseOrderItem {
  /** '10', '20'. */
  readonly item: string
  readonly product: string
  readonly text?: string
  readonly plant: string
  readonly storageLocation?: string
  readonly quantity: string
  readonly unit: string
  /** The item's own conversion: numerator base units are denominator order units; default: the product's. */
  readonly toBaseUnit?: { readonly numerator: number; readonly denominator: number }
  readonly netPrice: string
  /** Units per price; default 1. */
  readonly priceUnit?: number
  /** The stock into which receipts go that name none (EKPO-INSMK): 02 inspection, 07 blocked. Default unrestricted. */
  readonly stockType?: '02' | '07'
  /** Receipts are of this valuation type (EKPO-BWTAR). */
  readonly valuationType?: string
  /** A single schedule line with the whole quantity. */
  readonly deliveryDate: string
  readonly overDeliveryPercent?: string
  readonly underDeliveryPercent?: string
  readonly isUnlimitedOverDelivery?: boolean
  /** '' normal, 'K' consignment, 'L' subcontracting. */
  readonly itemCategory?: string
  /** '' stock, K cost centre, P project, F order, A asset; Q and E into special stock. */
  readonly accountAssignmentCategory?: string
  readonly account?: SeedAccount
  /** Invoices are verified by goods receipts (EKPO-WEBRE): returns name their receipt. Default true. */
  readonly isInvoiceReceiptBased?: boolean
  readonly isReturnsItem?: boolean
  /** Default: true. */
  readonly isReceiptExpected?: boolean
  readonly isCompletelyDelivered?: boolean
  readonly isDeleted?: boolean
  readonly purchaseRequisition?: string
  readonly purchaseRequisitionItem?: string
  readonly purchaseContract?: string
  readonly purchaseContractItem?: string
}

export interface SeedRequisition {
  readonly requisition: string
  readonly description?: string
  readonly items: readonly {
    readonly item: string
    readonly product: string
    readonly text?: string
    readonly plant: string
    readonly storageLocation?: string
    readonly quantity: string
    readonly unit: string
    readonly price?: string
    readonly deliveryDate: string
    readonly requisitioner?: string
    readonly accountAssignmentCategory?: string
    readonly account?: SeedAccount
    readonly orderedQuantity?: string
    readonly purchaseOrder?: string
    readonly purchaseOrderItem?: string
    readonly isClosed?: boolean
    readonly isDeleted?: boolean
  }[]
}

export interface SeedReservation {
  readonly reservation: string
  readonly movementType: string
  readonly reservationDate: string
  readonly account?: SeedAccount
  readonly receivingPlant?: string
  readonly receivingStorageLocation?: string
  readonly goodsRecipient?: string
  readonly items: readonly {
    readonly item: string
    readonly product: string
    readonly plant: string
    readonly storageLocation?: string
    readonly batch?: string
    /** In the base unit. */
    readonly quantity: string
    readonly requirementDate: string
    readonly isMovementAllowed?: boolean
    readonly isFinallyIssued?: boolean
    readonly isMarkedForDeletion?: boolean
    readonly text?: string
    /** The special stock to be withdrawn (RESB-SOBKZ); Q of `wbsElement`, by default the account's. */
    readonly specialStock?: 'K' | 'Q' | 'E'
    readonly wbsElement?: string
    /** Of consignment stock. */
    readonly supplier?: string
  }[]
}

export interface SeedSalesOrder {
  readonly salesOrder: string
  readonly soldToParty: string
  readonly orderDate: string
  readonly salesOrganization?: string
  readonly currency?: string
  readonly items: readonly {
    readonly item: string
    readonly product: string
    readonly text?: string
    readonly plant: string
    readonly storageLocation?: string
    readonly quantity: string
    readonly unit: string
    readonly netAmount?: string
    readonly deliveryDate: string
    readonly wbsElement?: string
  }[]
}

/** An outbound delivery of goods of a sales order, or of an order of another plant. */
export interface SeedDelivery {
  readonly delivery: string
  readonly reference: 'sales-order' | 'purchase-order'
  readonly shipToParty: string
  /** Of a stock transport order. */
  readonly receivingPlant?: string
  /** Default LF for sales, NLCC for another company; NL inside one. */
  readonly type?: string
  readonly plannedDate?: string
  readonly blockReason?: string
  readonly items: readonly {
    readonly item: string
    readonly product: string
    readonly plant: string
    readonly storageLocation?: string
    readonly batch?: string
    /** In the base unit. */
    readonly quantity: string
    /** The order and its item. */
    readonly order: string
    readonly orderItem: string
    /** Default 601 for sales, 643 for another company. */
    readonly movementType?: '601' | '641' | '643'
  }[]
}

export interface SeedStock {
  readonly product: string
  readonly plant: string
  readonly storageLocation: string
  readonly batch?: string
  readonly valuationType?: string
  /** 01 free (default), 02 inspection, 07 blocked. */
  readonly stockType?: '01' | '02' | '07'
  readonly specialStock?: 'K' | 'Q' | 'E'
  readonly supplier?: string
  readonly wbsElement?: string
  readonly salesOrder?: string
  readonly salesOrderItem?: string
  readonly quantity: string
  /** Of a product with a serial number profile; SAP gives them by itself if there are none. */
  readonly serialNumbers?: readonly string[]
  /** Value of the whole quantity; default: the product's price. */
  readonly amount?: string
}

/** The number of entries written, by kind. */
export type SeedCounts = Readonly<Record<string, number>>
