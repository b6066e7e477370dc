import { defineQuery } from '../document/declare/define-query.ts'
import { instant, integer, money, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** Its page, for suppliers and for those who settle with them. */
export const consignmentDrawnPath = '/deliverManager/consignmentDrawn'

/**
 * Goods of a supplier (consignment, K) that left the stock for good: issued, sold or scrapped; what came back counts
 * negative, in the month in which it came back. A supplier sees his own. It is what he bills, and moves nothing. SAP:
 * consignment withdrawals (MRKO).
 */
export const consignmentDrawnQuery = defineQuery({
  name: 'consignment-drawn',
  area: 'supplier-portal',
  label: label('代储代销领用', 'Consignment drawn'),
  fields: {
    period: text(label('月份', 'Month'), { width: 80 }),
    drawnAt: instant(label('领用时间', 'Drawn at'), { width: 140 }),
    documentNo: text(label('单据号', 'Document no.'), { width: 140 }),
    lineNo: integer(label('行号', 'Line'), { width: 60 }),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { width: 180 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 110 }),
    description: text(label('物料描述', 'Description'), { width: 220 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 110 }),
    quantity: quantity(label('领用数量', 'Drawn'), { isTotalled: true, width: 110 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 60 }),
    movementType: text(label('移动类型', 'Movement type'), { width: 80 }),
    amount: money(label('金额', 'Amount'), { isTotalled: true, width: 110 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 90,
    }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid', materialGroup: 'text' },
  key: ['companyCode', 'id'],
  sort: { field: 'drawnAt', direction: 'desc' },
  search: ['documentNo', 'materialNo', 'description'],
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
    supplierNo: 'supplierNo',
  },
  groupings: {
    material: {
      label: label('按物料', 'By material'),
      by: ['companyCode', 'supplierNo', 'materialNo', 'description', 'unit'],
    },
    period: {
      label: label('按月', 'By month'),
      by: ['companyCode', 'period', 'supplierNo', 'materialNo', 'description', 'unit'],
    },
  },
  pages: {
    [consignmentDrawnPath]: {
      kind: 'query',
      columns: [
        'drawnAt',
        'documentNo',
        'materialNo',
        'description',
        'batch',
        'quantity',
        'unit',
        'movementType',
        'supplierNo',
        'plant',
        'storageLocation',
      ],
      filters: ['period', 'materialNo', 'supplierNo', 'documentNo', 'drawnAt', 'plant'],
    },
  },
})
