import { defineQuery } from '../document/declare/define-query.ts'
import { instant, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * Every write operation by persons, with values before and after, latest first. SAP: change documents.
 */
export const operationQuery = defineQuery({
  name: 'operation',
  area: 'logs',
  label: label('操作日志', 'Operations'),
  fields: {
    at: instant(label('时间', 'Time'), { width: 140 }),
    userName: text(label('操作人', 'By'), { width: 100 }),
    account: text(label('账号', 'Account'), { width: 100 }),
    subjectType: text(label('对象类型', 'Kind of subject'), { width: 120 }),
    subjectNo: text(label('单号/编码', 'Number'), { width: 170 }),
    action: text(label('操作', 'Action'), { width: 140 }),
    companyCode: text(label('公司', 'Company'), { width: 70 }),
    requestId: text(label('请求编号', 'Request id'), { width: 260 }),
    traceId: text(label('追踪编号', 'Trace id'), { width: 260 }),
  },
  identifiers: { id: 'uuid', subjectId: 'text' },
  key: ['id'],
  sort: { field: 'at', direction: 'desc' },
  search: ['subjectNo', 'userName', 'account'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/log/operationLogQuery': {
      kind: 'query',
      columns: [
        'at',
        'userName',
        'account',
        'subjectType',
        'subjectNo',
        'action',
        'companyCode',
        'requestId',
      ],
      filters: ['subjectNo', 'userName', 'account', 'action', 'at'],
    },
  },
})
