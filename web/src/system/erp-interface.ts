import { choice, flag, integer, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'

/** An interface as returned by GET /api/erp/interfaces; the secret never leaves the server. */
export interface ErpInterface {
  companyCode: string
  interfaceCode: string
  labelZh: string
  labelEn: string
  isOn: boolean
  isSimulated: boolean
  hasSecret?: boolean
  blockedAt?: string | null
  blockedReasonZh?: string
  blockedReasonEn?: string
  version: number
  [setting: string]: unknown
}

/** The fields of an interface that can be changed. */
export const interfaceFields: Fields = {
  isOn: flag(label('启用', 'Switched on')),
  isSimulated: flag(label('模拟（只记录不发送）', 'Simulated (logged, not sent)')),
  baseUrl: text(label('地址（空为启动参数 ERP_URL）', 'Address (empty: ERP_URL)'), {
    lengthMax: 300,
  }),
  servicePath: text(label('服务路径', 'Service path'), { required: true, lengthMax: 300 }),
  sapClient: text(label('SAP 客户端', 'SAP client'), { lengthMax: 3 }),
  language: text(label('语言', 'Language'), { required: true, lengthMax: 2 }),
  authentication: choice(
    label('认证方式', 'Authentication'),
    { basic: label('账号密码', 'Account and password'), bearer: label('令牌', 'Token') },
    { required: true },
  ),
  account: text(label('账号', 'Account'), { lengthMax: 60 }),
  timeoutMs: integer(label('超时 ms', 'Time-out ms'), {
    required: true,
    minimum: '100',
    maximum: '3600000',
  }),
  retriesMax: integer(label('重试次数', 'Retries'), {
    required: true,
    minimum: '1',
    maximum: '1000',
  }),
  retryDelaySeconds: integer(label('重试间隔 秒', 'Delay between retries s'), {
    required: true,
    minimum: '0',
    maximum: '3600',
  }),
  unknownWaitSeconds: integer(label('结果未知时等待 秒', 'Wait on unknown outcome s'), {
    required: true,
    minimum: '0',
  }),
  secondLookSeconds: integer(label('二次核对 秒', 'Second look-up s'), {
    required: true,
    minimum: '0',
  }),
  parallelMax: integer(label('并行数', 'Parallel calls'), {
    required: true,
    minimum: '1',
    maximum: '64',
  }),
  pageSize: integer(label('每页行数', 'Rows per page'), {
    required: true,
    minimum: '1',
    maximum: '10000',
  }),
  keyField: choice(
    label('业务键字段', 'Field for our key'),
    {
      MaterialDocumentHeaderText: label('凭证抬头文本', 'Header text'),
      ReferenceDocument: label('参照凭证', 'Reference document'),
    },
    { required: true },
  ),
  valueSource: choice(
    label('已过账金额来源', 'Source of posted amounts'),
    {
      'accounting-document': label('会计凭证', 'Accounting document'),
      'goods-movement-view': label('物料凭证金额视图', 'View of goods movement amounts'),
      'valuation-price': label('评估价 × 数量', 'Valuation price × quantity'),
      none: label('不读取（保留估算）', 'Not read (estimates stay)'),
    },
    { required: true },
  ),
  materialLength: integer(label('物料号补零位数（0 不补）', 'Pad material numbers to (0: no)'), {
    required: true,
    minimum: '0',
    maximum: '40',
  }),
}
