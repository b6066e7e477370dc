import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, quantity, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label, type Label } from '../document/declare/label.ts'
import { reversalApproval } from '../document/declare/posting-lifecycle.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { specialStocks, stockCategories } from '../document/declare/stock-words.ts'

// Stock adjustment of attributes: the data of a batch in stock is never overwritten silently (domain.md 1.4).

/** The function code of those who approve. */
const ofApprover = 'KCTZSP'

const reasonsOfChange = [
  label('到货时录入错误', 'Entered wrongly at arrival'),
  label('供应商更正质保书', 'The supplier corrected the certificate'),
  label('复验后延长有效期', 'Shelf life extended after a new inspection'),
  label('复验后缩短有效期', 'Shelf life reduced after a new inspection'),
] as const

const submission = submissionLifecycle({
  withdraw: true,
  accept: {
    label: label('批准更改', 'Approve the change'),
    state: 'changed',
    accepted: label('已更改', 'Changed'),
    // The batch changes, its goods do not.
    isPreviewed: false,
  },
  functionCode: ofApprover,
})
const reversal = reversalApproval('changed', 'reversed')

/** What is recorded of a batch, and the field with the new value of each, in the order in which they are shown. */
export const batchData = {
  expiryDate: 'newExpiryDate',
  productionDate: 'newProductionDate',
  heatNo: 'newHeatNo',
  certificateNo: 'newCertificateNo',
} as const

/** What a line clears of its batch, by the choice of its `cleared`; dates and papers are often wrong together. */
export const clearedBatchData = {
  expiryDate: ['expiryDate'],
  productionDate: ['productionDate'],
  dates: ['expiryDate', 'productionDate'],
  heatNo: ['heatNo'],
  certificateNo: ['certificateNo'],
  papers: ['heatNo', 'certificateNo'],
  all: ['expiryDate', 'productionDate', 'heatNo', 'certificateNo'],
} as const satisfies Record<string, readonly (keyof typeof batchData)[]>

/**
 * Batch change 批次更改单: dates, heat and certificate of batches in stock are changed by one person with a reason and by
 * another one's approval (domain.md 1.4, 库存调整). A line keeps what is recorded of its batch when it is submitted; if that
 * has changed by the time of approval, or the batch no longer has the new data when it is taken back, the act is refused. An
 * empty new value leaves what is recorded; what is recorded and does not belong to the batch is cleared by name. A batch is one in its company, so its data change wherever it lies. SAP has no
 * batch service among those of this product's interface (sap.md 1): nothing is sent, and the page says so. SAP: change
 * batch (MSC2N).
 */
export const batchChange = defineDocument({
  name: 'batch-change',
  area: 'stock',
  label: label('批次更改单', 'Batch change'),
  prefix: 'PG',
  header: {
    ...placeFields,
    reason: text(label('更改原因', 'Reason of the change'), {
      required: true,
      lengthMax: 200,
      suggestions: reasonsOfChange,
      width: 180,
    }),
    ...submission.header,
  },
  lines: {
    // Beside the goods what is changed of them, then where they lie.
    materialNo: goodsInBin.materialNo,
    quantity: quantity(label('库存数量', 'Quantity in stock'), {
      by: 'server',
      required: true,
      width: 100,
    }),
    batch: text(label('批次', 'Batch'), {
      code: 'capitals',
      required: true,
      lengthMax: 10,
      width: 110,
    }),
    expiryDate: date(label('原有效期至', 'Expiry date so far'), { by: 'source', width: 100 }),
    newExpiryDate: date(label('新有效期至', 'New expiry date'), { width: 120 }),
    productionDate: date(label('原生产日期', 'Production date so far'), {
      by: 'source',
      width: 100,
    }),
    newProductionDate: date(label('新生产日期', 'New production date'), { width: 120 }),
    heatNo: text(label('原炉批号', 'Heat no. so far'), {
      code: 'capitals',
      by: 'source',
      width: 100,
    }),
    newHeatNo: text(label('新炉批号', 'New heat no.'), {
      code: 'capitals',
      lengthMax: 30,
      width: 110,
    }),
    certificateNo: text(label('原质保书号', 'Certificate no. so far'), {
      code: 'capitals',
      by: 'source',
      width: 120,
    }),
    newCertificateNo: text(label('新质保书号', 'New certificate no.'), {
      code: 'capitals',
      lengthMax: 40,
      width: 120,
    }),
    cleared: choice(
      label('清除', 'Clear'),
      {
        expiryDate: label('有效期至', 'Expiry date'),
        productionDate: label('生产日期', 'Production date'),
        dates: label('有效期至和生产日期', 'Both dates'),
        heatNo: label('炉批号', 'Heat no.'),
        certificateNo: label('质保书号', 'Certificate no.'),
        papers: label('炉批号和质保书号', 'Heat and certificate no.'),
        all: label('全部四项', 'All four'),
      } satisfies Record<keyof typeof clearedBatchData, Label>,
      { width: 130 },
    ),
    bin: goodsInBin.bin,
    stockCategory: choice(
      label('库存类型', 'Stock category'),
      {
        UU: stockCategories.UU,
        QI: stockCategories.QI,
        BL: stockCategories.BL,
        GRB: stockCategories.GRB,
      },
      { required: true, usual: 'UU', width: 100 },
    ),
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
  },
  relabel: {
    docNo: label('更改单号', 'Batch change'),
  },
  states: {
    ...submission.states,
    /** The batches have the new data; reversed while they still have them. */
    changed: state(label('已更改', 'Changed'), 'done'),
    ...reversal.states,
  },
  ...submission.entry,
  stockLines: {
    query: 'stock',
    where: { place: 'stock', book: 'ERP' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      'bin',
      'batch',
      'stockCategory',
      'specialStock',
      'specialStockReference',
      'productionDate',
      'expiryDate',
      'heatNo',
      'certificateNo',
    ],
  },
  actions: {
    ...submission.actions,
    ...reversal.actions,
    approveReversal: { ...reversal.actions.approveReversal, functionCode: ofApprover },
    refuseReversal: { ...reversal.actions.refuseReversal, functionCode: ofApprover },
  },
  refusals: [
    'batch-data-same',
    'batch-data-changed',
    'batch-data-changed-since',
    'batch-data-cleared-and-new',
    'batch-expiry-needed',
    'expiry-before-production',
    'production-in-future',
  ],
  pages: {
    '/Stock/stockAdjust': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'submitted', 'returned', 'changed', 'reversalRequested', 'reversed'],
      actions: [
        'submit',
        'approve',
        'refuse',
        'withdraw',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
      ],
      actionAfterCreate: 'submit',
      sourceFilters: ['materialNo', 'batch', 'plant', 'storageLocation', 'bin', 'expiryDate'],
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'reason', 'createdAt'],
    },
  },
})
