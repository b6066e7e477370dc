import { defineMessages } from '../../kit/text/messages.ts'

/** Texts of the home page. */
export const homeMessages = defineMessages({
  inbox: { zh: '我的待办', en: 'My to-dos' },
  announce: { zh: '新建送货单', en: 'Announce a delivery' },
  work: { zh: '待到货、收货与出库', en: 'To arrive, receive and issue' },
  inboxEmpty: { zh: '没有待办', en: 'Nothing to do' },
  kinds: { zh: '按页面筛选', en: 'Filter by page' },
  allKinds: { zh: '全部', en: 'All' },
  overdue: { zh: '逾期', en: 'Overdue' },
  due: { zh: '{when} 前', en: 'by {when}' },
  waitsSince: { zh: '产生于 {when}', en: 'Since {when}' },
  shown: { zh: '已显示 {count} 项，共 {total} 项', en: '{count} of {total} shown' },
  loadMore: { zh: '加载更多', en: 'Load more' },
  drafts: { zh: '未完成的录入', en: 'Unfinished entries' },
  noDrafts: { zh: '没有未完成的录入', en: 'Nothing unfinished' },
  draftLines: { zh: '{count} 行', en: '{count} {count|line|lines}' },
  stock: { zh: '库存概览', en: 'Stock at a glance' },
  toStock: { zh: '库存查询', en: 'Stock query' },
  places: { zh: '各库存地点的库存条数', en: 'Stock items by storage location' },
  moves: { zh: '近 30 天出入库行数', en: 'Lines in and out, last 30 days' },
  inward: { zh: '入库', en: 'In' },
  outward: { zh: '出库', en: 'Out' },
  noStock: { zh: '范围内没有库存', en: 'No stock within your scope' },
  noMoves: { zh: '近 30 天没有出入库', en: 'Nothing moved in the last 30 days' },
  summary: { zh: '{title}：{values}', en: '{title}: {values}' },
})
