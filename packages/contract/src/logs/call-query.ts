import { defineQuery } from '../document/declare/define-query.ts'
import { instant, integer, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** Every call to the ERP with outcome and duration, latest first. */
export const callQuery = defineQuery({
  name: 'erp-call',
  area: 'logs',
  label: label('SAP 调用', 'Calls to SAP'),
  fields: {
    at: instant(label('时间', 'Time'), { width: 140 }),
    interfaceCode: text(label('接口', 'Interface'), { width: 130 }),
    operation: text(label('操作', 'Operation'), { width: 120 }),
    documentNo: text(label('单据', 'Document'), { width: 150 }),
    outcome: text(label('结果', 'Outcome'), { width: 100 }),
    httpStatus: integer(label('HTTP', 'HTTP'), { width: 70 }),
    durationMs: integer(label('耗时 ms', 'Duration ms'), { width: 90 }),
    errorCode: text(label('错误代码', 'Error code'), { width: 110 }),
    errorText: text(label('SAP 文本', "SAP's text"), { width: 320 }),
    method: text(label('方法', 'Method'), { width: 70 }),
    url: text(label('地址', 'Address'), { width: 320 }),
    postingKey: text(label('业务键', 'Our key'), { width: 150 }),
    companyCode: text(label('公司', 'Company'), { width: 70 }),
  },
  identifiers: { id: 'uuid' },
  key: ['id'],
  sort: { field: 'at', direction: 'desc' },
  search: ['documentNo', 'postingKey', 'url', 'errorText'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/log/sapOperationLogQuery': {
      kind: 'query',
      columns: [
        'at',
        'interfaceCode',
        'operation',
        'documentNo',
        'outcome',
        'httpStatus',
        'durationMs',
        'errorText',
        'method',
      ],
      filters: ['documentNo', 'interfaceCode', 'outcome', 'httpStatus', 'at'],
    },
  },
})
