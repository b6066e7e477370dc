import { defineMessages } from '../text/messages.ts'

/** Texts of the entry of serial numbers. */
export const serialMessages = defineMessages({
  complete: { zh: '{given} / {needed} 件，已齐', en: '{given} of {needed}, complete' },
  missing: {
    zh: '{given} / {needed} 件，还差 {count} 件',
    en: '{given} of {needed}, {count} missing',
  },
  excess: {
    zh: '{given} / {needed} 件，多 {count} 件',
    en: '{given} of {needed}, {count} too many',
  },
  wrong: {
    zh: '{given} / {needed} 件，其中 {count} 件有误',
    en: '{given} of {needed}, {count} wrong',
  },
  counted: { zh: '{given} 件，请先填数量', en: '{given} entered; enter the quantity first' },
  takeOldest: { zh: '取最早的 {count} 件', en: 'Take the {count} oldest' },
  takeFirst: { zh: '取前 {count} 件', en: 'Take the first {count}' },
  clear: { zh: '全部移除', en: 'Remove all' },
  remove: { zh: '移除 {number}', en: 'Remove {number}' },
  scan: { zh: '扫描或输入，Enter 录入', en: 'Scan or type' },
  offered: { zh: '可选的件（{count}）', en: 'Pieces to choose from ({count})' },
  capped: {
    zh: '可选的件（列出最早的 {count} 件，其余请扫描）',
    en: 'Pieces to choose from (the {count} oldest; scan others)',
  },
  announced: {
    zh: '送货时通知的件（{count}，可按实物更正）',
    en: 'Pieces announced ({count}; correct them by what arrived)',
  },
  loading: { zh: '正在读取可选的件…', en: 'Reading the pieces to choose from…' },
  noneOffered: { zh: '没有可选的件', en: 'There are no pieces to choose from' },
  failed: {
    zh: '可选的件读取失败，仍可录入',
    en: 'The pieces could not be read; numbers can be entered',
  },
  nothingYet: {
    zh: '还没有序列号：逐件扫描，或粘贴一列，或输入号段 SN001..SN010',
    en: 'No serial numbers yet: scan each piece, paste a column, or type a range SN001..SN010',
  },
  doubled: {
    zh: '{number} 重复：已是第 {position} 个',
    en: '{number} is there already, as number {position}',
  },
  problem: { zh: '{number} {problem}', en: '{number}: {problem}' },
  keysOfOffer: {
    zh: 'Enter 录入或选择，空着时完成 · ↑↓ 选择 · Alt+Enter 按序取齐 · Delete 移除',
    en: 'Enter adds, chooses or ends · ↑↓ choose · Alt+Enter fills up · Delete removes',
  },
  keys: {
    zh: 'Enter 录入，空着时完成 · ↑↓ 选择 · Delete 移除 · 可粘贴一列或号段 SN001..010',
    en: 'Enter adds, or ends if the box is empty · ↑↓ choose · Delete removes · paste a column or SN001..010',
  },
})
