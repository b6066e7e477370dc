import { state } from '../document/declare/define-document.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { choice, instant, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** Problems between us and the ERP, and of its books, that a person must handle; kept after they are handled. */
export const alarmKinds = {
  'duplicate-documents': label('ERP 重复凭证', 'Duplicate ERP documents'),
  'items-differ': label('凭证行不符', 'Items differ'),
  'cancelled-in-erp': label('ERP 内已冲销', 'Cancelled in the ERP'),
  'posted-in-erp': label('ERP 内直接过账', 'Posted directly in the ERP'),
  dead: label('重试用尽', 'Tries used up'),
  blocked: label('接口停用', 'Interface blocked'),
  proof: label('对账差异', 'Proof found differences'),
  'papers-missing': label('跨月未补单', 'Papers missing past month end'),
} as const

export type AlarmKind = keyof typeof alarmKinds

/**
 * Alarms 警报: errors in the exchange with the ERP that require a person; shown with the dead letters, to the same
 * readers.
 */
export const alarmQuery = defineQuery({
  name: 'erp-alarm',
  area: 'logs',
  label: label('警报', 'Alarms'),
  fields: {
    at: instant(label('时间', 'At'), { width: 140 }),
    state: text(label('状态', 'State'), { width: 90 }),
    kind: choice(label('类型', 'Kind'), alarmKinds, { width: 130 }),
    documentNo: text(label('单据', 'Document'), { width: 150 }),
    message: text(label('说明', 'Message'), { width: 420 }),
    interfaceCode: text(label('接口/对账', 'Interface or proof'), { width: 140 }),
    companyCode: text(label('公司', 'Company'), { width: 70 }),
    resolvedAt: instant(label('处理时间', 'Resolved at'), { width: 140 }),
    resolvedByName: text(label('处理人', 'Resolved by'), { width: 100 }),
    resolution: text(label('处理说明', 'Resolution'), { width: 200 }),
  },
  identifiers: { id: 'uuid', documentType: 'text', documentId: 'uuid' },
  key: ['id', 'companyCode'],
  sort: { field: 'at', direction: 'desc' },
  search: ['documentNo', 'message', 'interfaceCode'],
  scope: { companyCode: 'companyCode' },
  states: {
    state: {
      open: state(label('待处理', 'Open'), 'failed'),
      resolved: state(label('已处理', 'Resolved'), 'done'),
    },
  },
  pages: {},
  readers: ['/log/messageLogQuery'],
})
