import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Company } from '../company.ts'
import { companyCode, supplierNo } from '../company.ts'

/** The item of every order. */
export const itemNo = '10'

/** What the ERP's users enter and change of an order item: what the product learns of only by reading it. */
export interface ErpItem {
  orderNo: string
  requestNo: string
  materialNo: string
  quantity: number
  price: string
  currency: string
  place: 'first' | 'second'
  isReleased: boolean
  kind: 'goods' | 'service' | 'return'
}

/** The material of each item, so that the stock of none is that of another. */
export const seedMaterials = (
  { standIn, places }: Company,
  materials: readonly { materialNo: string; isInspected: boolean }[],
): Promise<unknown> =>
  standIn.control('POST', '/stand-in/seed', {
    plants: [
      {
        plant: places.first.plant,
        companyCode,
        storageLocations: [places.first.storageLocation, places.second.storageLocation],
      },
    ],
    suppliers: [{ supplier: supplierNo, name: '供应商甲' }],
    products: materials.map(({ materialNo, isInspected }) => ({
      product: materialNo,
      descriptions: { ZH: materialNo },
      baseUnit: 'EA',
      productGroup: 'G1',
      price: '1',
      isInspected,
    })),
  })

const goodsOf = ({ materialNo, quantity, place, kind }: ErpItem, { places }: Company) => ({
  item: itemNo,
  product: materialNo,
  plant: places[place].plant,
  // A service lies nowhere.
  ...(kind === 'service' ? {} : { storageLocation: places[place].storageLocation }),
  quantity: String(quantity),
  unit: 'EA',
  deliveryDate: '2099-12-01',
})

/** The purchase request, with its order once there is one. */
export const seedRequest = (company: Company, item: ErpItem, isOrdered: boolean) =>
  company.standIn.control('POST', '/stand-in/seed', {
    requisitions: [
      {
        requisition: item.requestNo,
        items: [
          {
            ...goodsOf(item, company),
            ...(isOrdered
              ? {
                  orderedQuantity: String(item.quantity),
                  purchaseOrder: item.orderNo,
                  purchaseOrderItem: itemNo,
                }
              : {}),
          },
        ],
      },
    ],
  })

/** The order as its buyer has it now. */
export const seedOrder = (company: Company, item: ErpItem) =>
  company.standIn.control('POST', '/stand-in/seed', {
    purchaseOrders: [
      {
        purchaseOrder: item.orderNo,
        companyCode,
        supplier: supplierNo,
        orderDate: '2026-11-01',
        currency: item.currency,
        isReleased: item.isReleased,
        items: [
          {
            ...goodsOf(item, company),
            netPrice: item.price,
            ...(item.kind === 'service'
              ? {
                  itemCategory: 'D',
                  accountAssignmentCategory: 'K',
                  account: { costCenter: 'CC100' },
                }
              : {}),
            ...(item.kind === 'return' ? { isReturnsItem: true } : {}),
          },
        ],
      },
    ],
  })

/** A change that a buyer makes in the ERP. */
export const changeOrder = (
  { standIn }: Company,
  { orderNo }: ErpItem,
  change: {
    quantity?: string
    netPrice?: string
    isCompletelyDelivered?: boolean
    isDeleted?: boolean
    isBlocked?: true
  },
) =>
  standIn.control('POST', '/stand-in/purchase-orders/change', {
    purchaseOrder: orderNo,
    item: itemNo,
    ...change,
  })

/** A goods movement for the item that a user of the ERP posts there; returns its number. */
export async function postInErp(
  { standIn, places }: Company,
  { orderNo, materialNo, place, kind }: ErpItem,
  movementType: '101' | '161',
  quantity: number,
): Promise<string> {
  const today = companyToday()
  const made = await standIn.control<{ MaterialDocument: string; MaterialDocumentYear: string }>(
    'POST',
    '/stand-in/material-documents',
    {
      user: 'MUELLER',
      header: { GoodsMovementCode: '01', PostingDate: today, DocumentDate: today },
      items: [
        {
          Material: materialNo,
          Plant: places[place].plant,
          ...(kind === 'service' ? {} : { StorageLocation: places[place].storageLocation }),
          GoodsMovementType: movementType,
          GoodsMovementRefDocType: 'B',
          PurchaseOrder: orderNo,
          PurchaseOrderItem: itemNo,
          QuantityInEntryUnit: String(quantity),
          EntryUnit: 'EA',
        },
      ],
    },
  )
  return `${made.MaterialDocument}/${made.MaterialDocumentYear}`
}

/** Cancels such a document there. */
export async function cancelInErp({ standIn }: Company, number: string): Promise<void> {
  const [document, year] = number.split('/')
  await standIn.control('POST', '/stand-in/material-documents/cancel', {
    user: 'MUELLER',
    document,
    year,
    postingDate: companyToday(),
  })
}
