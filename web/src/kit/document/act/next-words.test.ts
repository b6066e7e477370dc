import type { NextStepRow } from '@kufang/contract/document/api.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { asksErp, nextWords, peopleWords, waitedWords } from './next-words.ts'

const step: NextStepRow = {
  documentType: 'goods-receipt',
  documentId: '1',
  documentNo: 'RK1',
  action: 'post',
  label: { zh: '过账', en: 'Post' },
  page: { zh: '入库过账', en: 'Receipt posting' },
  path: '/receive/receivePosting',
  since: '2026-11-22T08:00:00Z',
  isMine: false,
  people: ['周一', '吴二', '郑三'],
  peopleCount: 3,
}

test('whoever acted is told what comes next and who does it', () => {
  expect(nextWords([step]).zh).toBe('下一步：过账（入库过账），周一、吴二等 3 人')
  expect(nextWords([step]).en).toBe('Next: Post (Receipt posting), 周一, 吴二 and 1 more')
  expect(nextWords([{ ...step, isMine: true }]).zh).toBe('下一步：过账（入库过账），您可办理')
  expect(nextWords([]).zh).toBe('')
  expect(peopleWords({ people: [], peopleCount: 0 }).zh).toBe('无人有此权限')
})

test('of several next steps the one of the reader is named', () => {
  const own = { ...step, label: { zh: '审核', en: 'Review' }, isMine: true }
  expect(nextWords([step, own]).zh).toBe('下一步：审核（入库过账），您可办理')
})

test('how long it waits is said in minutes, hours or days', () => {
  const at = (time: string) => waitedWords(step.since, new Date(time)).zh
  expect(at('2026-11-22T08:05:40Z')).toBe('5 分钟')
  expect(at('2026-11-23T09:00:00Z')).toBe('25 小时')
  expect(at('2026-11-25T09:00:00Z')).toBe('3 天')
})

test('asking the ERP is not the end of it: posting and its reversal are only handed over', () => {
  const { post, reverse, review, reversePhysical } = documents['goods-receipt'].actions
  expect([post, reverse, review, reversePhysical].map(asksErp)).toEqual([true, true, false, false])
  // Some of what was moved goes back here and now.
  expect(asksErp(documents.stocktaking.actions.reversePart)).toBe(false)
})
