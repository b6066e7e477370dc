import { choice, instant, reference, text } from '../document/declare/field.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { label } from '../document/declare/label.ts'

/** The data of a batch that people enter, as the batch has them. */
export const batchDataLabels = {
  expiryDate: label('有效期至', 'Expiry date'),
  productionDate: label('生产日期', 'Production date'),
  heatNo: label('炉批号', 'Heat no.'),
  certificateNo: label('质保书号', 'Mill certificate no.'),
} as const

/**
 * What was changed of a batch (the parameters) by batch changes 批次更改单, and taken back, latest first: a row for each field.
 * Whoever sees the stock of the batch sees it, because a batch is one in its company. SAP: change documents of a
 * batch.
 */
export const batchHistoryQuery = defineQuery({
  name: 'batch-history',
  area: 'stock',
  label: label('批次更改记录', 'Changes of a batch'),
  parameters: {
    materialNo: text(label('物料', 'Material'), { required: true }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', required: true }),
  },
  fields: {
    field: choice(label('项目', 'Field'), batchDataLabels, { width: 80 }),
    before: text(label('原值', 'Before'), { width: 96 }),
    after: text(label('新值', 'After'), { width: 96 }),
    changedAt: instant(label('时间', 'Time'), { width: 132 }),
    documentNo: text(label('更改单号', 'Batch change'), { width: 134 }),
    kind: choice(
      label('类型', 'Kind'),
      { change: label('更改', 'Change'), reversal: label('冲销', 'Reversal') },
      { width: 70 },
    ),
    reason: text(label('原因', 'Reason'), { width: 160 }),
    requestedByName: text(label('申请人', 'Requested by'), { width: 80 }),
    approvedByName: text(label('批准人', 'Approved by'), { width: 80 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'text', documentId: 'uuid' },
  key: ['id'],
  sort: { field: 'changedAt', direction: 'desc' },
  search: ['documentNo'],
  scope: { companyCode: 'companyCode' },
  pages: {},
  readers: ['/Stock/stockSearch', '/Stock/stockAdjust'],
})
