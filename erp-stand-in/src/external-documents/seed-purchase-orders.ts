import { parseDecimal } from '@kufang/kernel/decimal-text.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { productTables } from '../masters/product-sets.ts'
import { knownFactor } from '../masters/units.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'
import type { SeedAccount, SeedPurchaseOrder, SeedPurchaseOrderItem } from '../seed.ts'
import { upsert } from '../upsert.ts'
import { purchaseOrderTables } from './purchase-order-sets.ts'
import { seedPriceOfConsigned } from './seed-info-records.ts'

/** Upserts an order with its items; changes its timestamp only if anything differs. */
export function seedPurchaseOrder(transaction: Transaction, order: SeedPurchaseOrder): void {
  const number = normalizeText('alpha', order.purchaseOrder)
  const currency = order.currency ?? 'CNY'
  const changed = [
    upsert(transaction, purchaseOrderTables.order, [number], {
      PurchaseOrder: number,
      CompanyCode: order.companyCode,
      PurchaseOrderType: order.type ?? 'NB',
      PurchasingProcessingStatus: order.isReleased === false ? '03' : '05',
      ReleaseIsNotCompleted: order.isReleased === false,
      Supplier: normalizeText('alpha', order.supplier),
      SupplyingPlant: order.supplyingPlant,
      PurchasingOrganization: order.purchasingOrganization ?? order.companyCode,
      PurchasingGroup: order.purchasingGroup ?? '001',
      PurchaseOrderDate: order.orderDate,
      DocumentCurrency: currency,
      ExchangeRate: '1.00000',
      Language: 'ZH',
    }),
    ...order.items.map((item) => seedItem(transaction, number, currency, item)),
  ]
  for (const { itemCategory, product, plant, netPrice } of order.items)
    if (itemCategory === 'K')
      seedPriceOfConsigned(transaction, {
        supplier: order.supplier,
        product,
        plant,
        price: netPrice,
      })
  if (!changed.includes(true)) return
  const row = transaction.get(purchaseOrderTables.order, number)
  transaction.put(purchaseOrderTables.order, {
    CreationDate: order.orderDate,
    CreatedByUser: 'PURCHASER',
    ...row,
    PurchaseOrder: number,
    LastChangeDateTime: transaction.moment,
  })
}

function seedItem(
  transaction: Transaction,
  order: string,
  currency: string,
  item: SeedPurchaseOrderItem,
): boolean {
  const number = normalizeText('numeric', item.item)
  const product = normalizeText('alpha', item.product)
  const quantity = parseQuantity(item.quantity)
  const changedItem = upsert(transaction, purchaseOrderTables.item, [order, number], {
    PurchaseOrder: order,
    PurchaseOrderItem: number,
    Material: product,
    MaterialGroup: String(transaction.get(productTables.product, product)?.ProductGroup ?? ''),
    PurchaseOrderItemText: (item.text ?? descriptionOf(transaction, product)).slice(0, 40),
    Plant: item.plant,
    StorageLocation: item.storageLocation,
    OrderQuantity: quantity,
    PurchaseOrderQuantityUnit: item.unit,
    ...conversionOf(transaction, product, item),
    OrderPriceUnit: item.unit,
    OrderPriceUnitToOrderUnitNmrtr: '1',
    OrdPriceUnitToOrderUnitDnmntr: '1',
    DocumentCurrency: currency,
    NetPriceAmount: parseDecimal(item.netPrice, 3),
    NetPriceQuantity: String(item.priceUnit ?? 1),
    ValuationType: item.valuationType ?? '',
    // No property of the service.
    StockType: item.stockType ?? '',
    OverdelivTolrtdLmtRatioInPct: parseDecimal(item.overDeliveryPercent ?? '0', 1),
    UnderdelivTolrtdLmtRatioInPct: parseDecimal(item.underDeliveryPercent ?? '0', 1),
    UnlimitedOverdeliveryIsAllowed: item.isUnlimitedOverDelivery ?? false,
    PurchaseOrderItemCategory: item.itemCategory ?? '',
    AccountAssignmentCategory: item.accountAssignmentCategory ?? '',
    GoodsReceiptIsExpected: item.isReceiptExpected ?? true,
    InvoiceIsExpected: true,
    InvoiceIsGoodsReceiptBased: item.isInvoiceReceiptBased ?? true,
    IsReturnsItem: item.isReturnsItem ?? false,
    // Receipts may have completed the item; only a seed that sets the field changes that.
    IsCompletelyDelivered: item.isCompletelyDelivered,
    PurchasingDocumentDeletionCode:
      item.isDeleted === undefined ? undefined : item.isDeleted ? 'L' : '',
    PurchaseRequisition: item.purchaseRequisition,
    PurchaseRequisitionItem: item.purchaseRequisitionItem,
    PurchaseContract: item.purchaseContract,
    PurchaseContractItem: item.purchaseContractItem,
  })
  const changedLine = upsert(transaction, purchaseOrderTables.scheduleLine, [order, number, '1'], {
    PurchasingDocument: order,
    PurchasingDocumentItem: number,
    ScheduleLine: '1',
    DelivDateCategory: '1',
    ScheduleLineDeliveryDate: item.deliveryDate,
    SchedLineStscDeliveryDate: item.deliveryDate,
    PurchaseOrderQuantityUnit: item.unit,
    ScheduleLineOrderQuantity: quantity,
  })
  const changedAccount = seedAccount(transaction, order, number, item.account)
  if (changedItem) seedPrice(transaction, order, number, currency, item)
  return changedItem || changedLine || changedAccount
}

/** The item's own conversion to the base unit; by default the product's, none for a unit it does not have. */
function conversionOf(transaction: Transaction, product: string, item: SeedPurchaseOrderItem): Row {
  const baseUnit = String(transaction.get(productTables.product, product)?.BaseUnit ?? '')
  const factor = item.toBaseUnit ?? knownFactor(transaction, product, baseUnit, item.unit)
  if (factor === undefined) return {}
  return {
    OrderItemQtyToBaseQtyNmrtr: String(factor.numerator),
    OrderItemQtyToBaseQtyDnmntr: String(factor.denominator),
  }
}

function seedAccount(
  transaction: Transaction,
  order: string,
  item: string,
  account: SeedAccount | undefined,
): boolean {
  if (account === undefined) return false
  return upsert(transaction, purchaseOrderTables.account, [order, item, '1'], {
    PurchaseOrder: order,
    PurchaseOrderItem: item,
    AccountAssignmentNumber: '1',
    CostCenter: account.costCenter,
    WBSElement: account.wbsElement,
    OrderID: account.orderId,
    SalesOrder: account.salesOrder,
    SalesOrderItem: account.salesOrderItem,
    GLAccount: account.glAccount,
    MasterFixedAsset: account.asset,
  })
}

// One gross price condition, as for every order item.
function seedPrice(
  transaction: Transaction,
  order: string,
  item: string,
  currency: string,
  seed: SeedPurchaseOrderItem,
): void {
  upsert(transaction, purchaseOrderTables.pricing, [order, item, order, item, '1', '1'], {
    PurchaseOrder: order,
    PurchaseOrderItem: item,
    PricingDocument: order,
    PricingDocumentItem: item,
    PricingProcedureStep: '1',
    PricingProcedureCounter: '1',
    ConditionType: 'PBXX',
    ConditionApplication: 'M',
    ConditionRateValue: parseDecimal(seed.netPrice, 3),
    ConditionCurrency: currency,
    ConditionQuantity: String(seed.priceUnit ?? 1),
    ConditionQuantityUnit: seed.unit,
    ConditionCalculationType: 'C',
  })
}

/** The first short text of a product; '' if unknown. */
export function descriptionOf(transaction: Transaction, product: string): string {
  for (const language of ['ZH', 'EN']) {
    const row = transaction.get(productTables.description, product, language)
    if (row !== undefined) return String(row.ProductDescription)
  }
  return ''
}
