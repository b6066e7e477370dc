import { defineMessages } from '../../text/messages.ts'

/** Texts of printed documents besides their fields. */
export const printMessages = defineMessages({
  print: { zh: '打印', en: 'Print' },
  printMany: { zh: '批量打印', en: 'Print selected' },
  tooMany: {
    zh: '一次最多打印 {limit} 张单据，请减少选择',
    en: 'At most {limit} documents are printed at once; select fewer',
  },
  reprint: { zh: '补打 第 {count} 次打印', en: 'Reprint, print no. {count}' },
  printed: {
    zh: '打印人 {name}  打印时间 {at}  打印次数 {count}',
    en: 'Printed by {name}  at {at}  prints {count}',
  },
  lineCount: { zh: '共 {count} 行', en: '{count} {count|line|lines}' },
  hiddenLines: {
    zh: '（另有 {count} 行不在打印人的数据范围内，未打印）',
    en: '({count} more outside the data scope of the printing person, not printed)',
  },
  total: { zh: '合计', en: 'Total' },
  number: { zh: '单据号', en: 'No.' },
  state: { zh: '状态', en: 'State' },
  signature: { zh: '签字/日期', en: 'Signature/date' },
  pageOfMany: { zh: '本次打印第 {page} 页', en: 'Page {page} of this printing' },
  pageOf: { zh: '第 {page} 页 共 {pages} 页', en: 'Page {page} of {pages}' },
})
