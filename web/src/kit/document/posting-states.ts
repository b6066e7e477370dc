import type { ColumnState } from '../grid/grid-column.ts'

/** Where a message to the ERP stands (the outbox of the server). */
export const postingStates: readonly ColumnState[] = [
  { value: 'pending', label: { zh: '待发送', en: 'Pending' }, tone: 'draft' },
  { value: 'sending', label: { zh: '发送中', en: 'Sending' }, tone: 'active' },
  { value: 'posted', label: { zh: '已过账', en: 'Posted' }, tone: 'booked' },
  { value: 'rejected', label: { zh: 'SAP 拒绝', en: 'Refused by SAP' }, tone: 'failed' },
  {
    value: 'unknown',
    label: { zh: '结果未知,核对中', en: 'Outcome unknown, being looked up' },
    tone: 'late',
  },
  { value: 'blocked', label: { zh: '配置受阻', en: 'Blocked by configuration' }, tone: 'failed' },
  { value: 'dead', label: { zh: '死信', en: 'Dead letter' }, tone: 'failed' },
  { value: 'closed', label: { zh: '已关闭', en: 'Closed' }, tone: 'cancelled' },
]
