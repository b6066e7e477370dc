import { choice, date, instant, integer, text } from '@kufang/contract/document/field.ts'
import type { Fields } from '@kufang/contract/document/field.ts'
import { label } from '@kufang/contract/document/label.ts'

/** The columns of messages to the ERP (POST /api/erp/postings/list). */
export const postingFields = {
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
} as const satisfies Fields

/** States that want a person. */
export const stuckStates = ['rejected', 'unknown', 'blocked', 'dead'] as const

/** What a person may do with a message in a state (server `person-actions.ts` decides in the end). */
export function mayDo(act: 'retry' | 'close' | 'ignore', state: unknown): boolean {
  const possible: Record<typeof act, readonly string[]> = {
    retry: ['rejected', 'dead', 'blocked', 'pending', 'unknown'],
    close: ['pending', 'rejected', 'unknown', 'blocked', 'dead'],
    ignore: ['pending', 'rejected', 'blocked', 'dead'],
  }
  return typeof state === 'string' && possible[act].includes(state)
}
