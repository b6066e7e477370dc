import { choice, date, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

// Delivery: the supplier announces goods, their date and their documents (ASN, domain.md 1.2).

/** The purchase order item of the goods; copied to arrival, inspection and receipt. */
export const orderFields = {
  purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
    code: 'alpha',
    by: 'source',
    width: 120,
  }),
  purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'source', width: 70 }),
} as const

/**
 * The number of the supplier's delivery note (XBLNR), by which invoice verification finds the receipt: announced with the
 * note, corrected from the paper at arrival, and the external document number of everything that is posted of the line.
 */
export const supplierReference = {
  reference: text(label('供应商送货单号', "Supplier's delivery no."), {
    code: 'capitals',
    lengthMax: 16,
    width: 130,
  }),
} as const

/** Identification of the goods: batch, heat, certificate, dates. */
export const batchFields = {
  batch: text(label('批次', 'Batch'), { code: 'capitals', lengthMax: 10, width: 110 }),
  heatNo: text(label('炉批号', 'Heat no.'), { code: 'capitals', lengthMax: 30, width: 100 }),
  certificateNo: text(label('质保书号', 'Mill certificate no.'), {
    code: 'capitals',
    lengthMax: 40,
    width: 120,
  }),
  productionDate: date(label('生产日期', 'Production date'), { width: 110 }),
  expiryDate: date(label('有效期至', 'Expiry date'), { width: 110 }),
} as const

/**
 * Whether a receipt completes its order item ("delivery completed", ELIKZ): the rule decides when the goods are received,
 * unless the person does. Sent with the last item that is posted for the order item (101 or 105).
 */
export const deliveryCompletion = {
  deliveryCompletion: choice(
    label('交货已完成', 'Delivery completed'),
    {
      byRule: label('按规则', 'By rule'),
      completed: label('是', 'Yes'),
      open: label('否', 'No'),
    },
    { usual: 'byRule', width: 100 },
  ),
} as const

const valuationTypeLabel = label('评估类型', 'Valuation type')

/**
 * The valuation type of an order item (EKPO-BWTAR), as later documents carry it to the arrival; empty unless the material
 * is valued separately and the order says which.
 */
export const orderedValuationType = {
  valuationType: text(valuationTypeLabel, { by: 'source', width: 100 }),
} as const

/** The same where the goods come in: chosen from those of the material where the order names none. */
export const receivedValuationType = {
  valuationType: reference(valuationTypeLabel, 'valuation-type', {
    by: 'source',
    isEnteredIfEmpty: true,
    width: 100,
  }),
} as const

/** What later documents copy of a line (`source.lines`): the order item, and the batch. */
export const copiedOrder = [
  'purchaseOrderNo',
  'purchaseOrderLine',
] as const satisfies readonly (keyof typeof orderFields)[]
export const copiedBatch = [
  'batch',
  'heatNo',
  'certificateNo',
  'productionDate',
  'expiryDate',
] as const satisfies readonly (keyof typeof batchFields)[]

/** The same in later documents: copied from the arrival and read-only. */
export const carriedReference = {
  reference: { ...supplierReference.reference, by: 'source' },
} as const

/** The batch fields in later documents: copied from the arrival and read-only. */
export const carriedBatchFields = {
  batch: { ...batchFields.batch, by: 'source' },
  heatNo: { ...batchFields.heatNo, by: 'source' },
  certificateNo: { ...batchFields.certificateNo, by: 'source' },
  productionDate: { ...batchFields.productionDate, by: 'source' },
  expiryDate: { ...batchFields.expiryDate, by: 'source' },
} as const
