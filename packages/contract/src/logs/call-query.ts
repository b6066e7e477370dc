import { defineQuery } from '../document/declare/define-query.ts'
import { choice, instant, integer, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** The services of the ERP, by the code of their interface (`erp_interface`). */
export const calledInterfaces = {
  'material-document': label('物料凭证过账', 'Material documents'),
  reservation: label('需求计划预留', 'Reservations'),
  'purchase-contract': label('采购合同', 'Purchase contracts'),
  'consignment-price': label('代储信息记录', 'Consignment info records'),
  'purchase-order': label('采购订单', 'Purchase orders'),
  'purchase-request': label('采购申请', 'Purchase requests'),
  'sales-order': label('销售订单', 'Sales orders'),
  'material-stock': label('实时库存', 'Material stock'),
  product: label('物料主数据', 'Materials'),
  'accounting-document': label('会计凭证', 'Accounting documents'),
  'goods-movement-view': label('物料凭证金额视图', 'View of goods movement amounts'),
  'outbound-delivery': label('外向交货发货', 'Outbound deliveries'),
  'physical-inventory': label('盘点凭证', 'Physical inventory documents'),
} as const

/** What a call was made for. */
export const callOperations = {
  post: label('过账', 'Post'),
  cancel: label('冲销', 'Cancel'),
  'look-up': label('按业务键查找', 'Look up by key'),
  'look-up-reversal': label('查找冲销凭证', 'Look up the reversal'),
  'read-back': label('读回凭证', 'Read back'),
  'read-value': label('读取金额', 'Read the value'),
  'read-delivery': label('读取交货单', 'Read the delivery'),
  pick: label('拣配', 'Pick'),
  count: label('建立盘点凭证、录入实盘', 'Create or count inventory document'),
  mirror: label('同步读取', 'Read for the mirror'),
  simulated: label('模拟（未发送）', 'Simulated, not sent'),
  token: label('获取令牌', 'Get a token'),
} as const

/** How it ended (spec sap.md section 3.4). */
export const callOutcomes = {
  ok: label('成功', 'Succeeded'),
  'never-reached': label('未到达', 'Not reached'),
  'refused-csrf': label('令牌失效', 'Token refused'),
  rejected: label('业务拒绝', 'Refused'),
  blocked: label('无法登录或未配置', 'Not permitted'),
  unknown: label('结果未知', 'Outcome unknown'),
} as const

/** Every call to the ERP, with request and response, outcome and duration, latest first. */
export const callQuery = defineQuery({
  name: 'erp-call',
  area: 'logs',
  label: label('SAP 调用', 'Calls to SAP'),
  fields: {
    at: instant(label('时间', 'Time'), { width: 140 }),
    interfaceCode: choice(label('接口', 'Interface'), calledInterfaces, { width: 110 }),
    operation: choice(label('操作', 'Operation'), callOperations, { width: 120 }),
    documentNo: text(label('单据', 'Document'), { width: 150 }),
    outcome: choice(label('结果', 'Outcome'), callOutcomes, { width: 100 }),
    httpStatus: integer(label('HTTP', 'HTTP'), { width: 70 }),
    durationMs: integer(label('耗时 ms', 'Duration ms'), { width: 90 }),
    errorCode: text(label('错误代码', 'Error code'), { width: 110 }),
    errorText: text(label('SAP 文本', "SAP's text"), { width: 320 }),
    method: text(label('方法', 'Method'), { width: 70 }),
    url: text(label('地址', 'Address'), { width: 320 }),
    postingKey: text(label('业务键', 'Our key'), { width: 150 }),
    companyCode: text(label('公司', 'Company'), { width: 70 }),
    traceId: text(label('追踪编号', 'Trace id'), { width: 260 }),
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
