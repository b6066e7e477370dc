import { defineMessages } from '../kit/text/messages.ts'

/** Texts of the home page of a supplier. */
export const supplierMessages = defineMessages({
  waiting: { zh: '待办概览', en: 'What waits' },
  notes: { zh: '送货单', en: 'Delivery notes' },
  all: { zh: '全部 {count} 项', en: 'All {count}' },
  tile: { zh: '{name}：{count} 项', en: '{name}: {count}' },
  left: { zh: '还剩 {days} 天', en: '{days} {days|day|days} left' },
  today: { zh: '今天到期', en: 'Due today' },
  past: { zh: '已过 {days} 天', en: '{days} {days|day|days} past' },
  answerBy: { zh: '说明期限 {date}', en: 'Answer by {date}' },
  promised: { zh: '承诺 {date} 到货', en: 'Promised for {date}' },
  overdueDays: { zh: '逾期 {days} 天', en: '{days} {days|day|days} overdue' },
  order: { zh: '订单 {no} 行 {line}', en: 'Order {no} item {line}' },
  since: { zh: '{when} 起', en: 'since {when}' },
})
