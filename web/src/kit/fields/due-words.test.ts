import { inspectionNotice } from '@kufang/contract/acceptance/inspection-notice.ts'
import { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { expect, test } from 'vitest'
import { dueWords } from './due-words.ts'

// Half past four in the afternoon of the company.
const now = new Date('2026-11-26T08:30:00Z')

const papers = (supplementDueDate: string | null, state = 'awaiting') =>
  dueWords(unannouncedArrival, { state, supplementDueDate }, now)?.zh ?? null
const unpacking = (unpackingAt: string, state = 'timeConfirmed') =>
  dueWords(inspectionNotice, { state, unpackingAt }, now)?.zh ?? null

test('a document says in words how long it is overdue, and that it is due today', () => {
  expect(papers('2026-11-23')).toBe('逾期 3 天')
  expect(papers('2026-11-25')).toBe('逾期 1 天')
  expect(papers('2026-11-26')).toBe('今天到期')
  expect(
    dueWords(unannouncedArrival, { state: 'awaiting', supplementDueDate: '2026-11-25' }, now),
  ).toEqual({
    zh: '逾期 1 天',
    en: '1 day overdue',
  })
})

test('what is due later says nothing besides its date', () => {
  expect(papers('2026-11-27')).toBeNull()
  expect(unpacking('2026-11-27T01:00:00.000Z')).toBeNull()
})

test('what has a time is overdue from that time on, by the hour on the first day', () => {
  expect(unpacking('2026-11-26T10:00:00.000Z')).toBe('今天到期')
  expect(unpacking('2026-11-26T08:00:00.000Z')).toBe('已到期')
  expect(unpacking('2026-11-26T05:00:00.000Z')).toBe('逾期 3 小时')
  expect(unpacking('2026-11-24T05:00:00.000Z')).toBe('逾期 2 天')
})

test('what is done, has no date or no due date at all is not late', () => {
  expect(papers('2026-11-23', 'supplemented')).toBeNull()
  expect(papers(null)).toBeNull()
  expect(unpacking('2026-11-24T05:00:00.000Z', 'qualified')).toBeNull()
  expect(dueWords(goodsReceipt, { state: 'entered' }, now)).toBeNull()
})
