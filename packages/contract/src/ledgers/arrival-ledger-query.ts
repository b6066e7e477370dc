import { defineQuery } from '../document/declare/define-query.ts'
import { flag, instant, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

const part = { isTotalled: true, width: 90 } as const

/** How far the goods of a line of an arrival are. */
const stages = {
  inspecting: { label: label('质检中', 'In inspection'), tone: 'waiting' },
  toReceive: { label: label('待收货', 'To be received'), tone: 'active' },
  partly: { label: label('部分收货', 'Partly received'), tone: 'partial' },
  toPost: { label: label('待过账', 'To be posted'), tone: 'active' },
  posted: { label: label('已过账', 'Posted'), tone: 'done' },
  // Missing, destroyed by the inspection, or set aside as rejected.
  nothingLeft: { label: label('无可收货', 'Nothing to receive'), tone: 'done' },
  reversed: { label: label('已冲销', 'Reversed'), tone: 'undone' },
} as const

/**
 * 到货记录台账跟踪: every line that arrived, followed through inspection and receipt to its material document, and what of its
 * goods was issued since (domain.md 1.4). Issues name no arrival, so they are those of the same material and batch at the
 * storage location after the arrival.
 */
export const arrivalLedgerQuery = defineQuery({
  name: 'arrival-ledger',
  area: 'ledgers',
  label: label('到货台账', 'Arrival ledger'),
  fields: {
    docNo: text(label('到货单号', 'Arrival record'), { width: 150 }),
    lineNo: integer(label('行', 'Line'), { width: 50 }),
    stage: text(label('进度', 'Stage'), { width: 90 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 104 }),
    description: text(label('物料描述', 'Description'), { width: 150 }),
    quantity: quantity(label('到货数量', 'Arrived'), part),
    acceptedQuantity: quantity(label('合格数量', 'Accepted'), part),
    rejectedQuantity: quantity(label('不合格数量', 'Rejected'), part),
    destroyedQuantity: quantity(label('检毁数量', 'Destroyed'), part),
    receivedQuantity: quantity(label('已收货', 'Received'), part),
    issuedQuantity: quantity(label('此后出库', 'Issued since'), { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    receiptNos: text(label('收货单号', 'Goods receipts'), { width: 150 }),
    materialDocuments: text(label('物料凭证', 'Material documents'), { width: 120 }),
    arrivedAt: instant(label('到货时间', 'Arrived at'), { width: 140 }),
    createdAt: instant(label('登记时间', 'Recorded at'), { width: 140 }),
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), { code: 'alpha', width: 110 }),
    sourceNo: text(label('送货单号', 'Delivery note'), { width: 150 }),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { width: 160 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 100 }),
    needsInspection: flag(label('需检验', 'Needs inspection'), { width: 70 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 60 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 90 }),
  },
  identifiers: { id: 'uuid' },
  key: ['id', 'lineNo', 'companyCode'],
  sort: { field: 'createdAt', direction: 'desc' },
  search: ['docNo', 'materialNo', 'description', 'purchaseOrderNo', 'sourceNo'],
  links: { docNo: { document: 'arrival', id: 'id' } },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
    supplierNo: 'supplierNo',
  },
  states: { stage: stages },
  pages: {
    '/accountManage/receiveRecordAccountTailAfter': {
      kind: 'query',
      columns: [
        'docNo',
        'lineNo',
        'stage',
        'materialNo',
        'description',
        'quantity',
        'acceptedQuantity',
        'rejectedQuantity',
        'destroyedQuantity',
        'receivedQuantity',
        'issuedQuantity',
        'unit',
        'receiptNos',
        'materialDocuments',
        'arrivedAt',
        'purchaseOrderNo',
        'sourceNo',
        'supplierNo',
        'storageLocation',
      ],
      filters: [
        'docNo',
        'materialNo',
        'purchaseOrderNo',
        'storageLocation',
        'supplierNo',
        'createdAt',
      ],
    },
  },
})
