import { defineQuery } from '../document/declare/define-query.ts'
import { choice, date, instant, integer, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingStates } from '../document/posting-state.ts'

/**
 * Postings to the ERP (the outbox), each with its state, latest first: their ids ascend in time.
 */
export const postingQuery = defineQuery({
  name: 'erp-posting',
  area: 'logs',
  label: label('发往 ERP 的消息', 'Messages to the ERP'),
  fields: {
    documentNo: text(label('单据', 'Document'), { width: 150 }),
    state: text(label('状态', 'State'), { width: 150 }),
    direction: choice(
      label('方向', 'Direction'),
      { post: label('过账', 'Post'), reverse: label('冲销', 'Reverse') },
      { width: 70 },
    ),
    message: text(label('SAP 返回', "SAP's answer"), { width: 380 }),
    sapCode: text(label('消息代码', 'Message code'), { width: 110 }),
    attempts: integer(label('次数', 'Attempts'), { width: 60 }),
    postingDate: date(label('过账日期', 'Posting date'), { width: 110 }),
    materialDocument: text(label('物料凭证', 'Material document'), { width: 120 }),
    materialDocumentYear: text(label('年度', 'Year'), { width: 64 }),
    createdAt: instant(label('生成时间', 'Created at'), { width: 140 }),
    updatedAt: instant(label('更新时间', 'Updated at'), { width: 140 }),
    nextAttemptAt: instant(label('下次发送', 'Next attempt'), { width: 140 }),
    postingKey: text(label('业务键', 'Our key'), { width: 150 }),
    companyCode: text(label('公司', 'Company'), { width: 70 }),
    closedReason: text(label('关闭原因', 'Reason of closing'), { width: 160 }),
  },
  identifiers: { id: 'uuid', documentType: 'text', documentId: 'uuid' },
  key: ['id'],
  sort: { field: 'id', direction: 'desc' },
  search: ['documentNo', 'postingKey', 'materialDocument', 'message'],
  scope: { companyCode: 'companyCode' },
  states: { state: postingStates },
  pages: {
    '/log/messageLogQuery': {
      kind: 'screen',
      columns: [
        'documentNo',
        'state',
        'direction',
        'message',
        'attempts',
        'postingDate',
        'materialDocument',
        'materialDocumentYear',
        'createdAt',
        'updatedAt',
      ],
      filters: ['documentNo', 'state', 'direction', 'createdAt'],
    },
  },
})
