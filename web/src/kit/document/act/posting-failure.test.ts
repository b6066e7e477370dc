import { expect, it } from 'vitest'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import { cureOf, mayHaveFailed, troubleOf } from './posting-failure.tsx'

const message = (state: string, updatedAt: string): ErpMessageRow =>
  ({ postingId: updatedAt, state, updatedAt, message: state }) as ErpMessageRow

it('tells the newest message that stands in the way', () => {
  const found = troubleOf([
    message('rejected', '2026-11-20T08:00:00Z'),
    message('blocked', '2026-11-21T08:00:00Z'),
    message('posted', '2026-11-21T09:00:00Z'),
  ])
  expect(found?.state).toBe('blocked')
})

it('is silent while the ERP may still take it', () => {
  expect(troubleOf([message('pending', '1'), message('sending', '2')])).toBeNull()
})

it('says what to do: again, after the interface is released, or first the document that it waits for', () => {
  const of = (state: string, direction: 'post' | 'reverse' = 'post', documentNo = 'CK1') =>
    cureOf({ ...message(state, '1'), direction, documentNo }, 'CK1')
  expect(of('rejected')).toEqual({
    zh: '排除原因后再次“过账”，ERP 只会记账一次。',
    en: 'Remove the cause and press "Post" again; the ERP books it only once.',
  })
  expect(of('dead', 'reverse').zh).toContain('再次“ERP冲销”')
  expect(of('blocked').zh).toContain('SAP接口配置')
  expect(of('rejected', 'post', 'RK2').zh).toContain('RK2')
})

it('is looked for in a partly posted document, and in a posted one, whose reversal may have failed', () => {
  for (const state of ['failed', 'partlyPosted', 'posted'])
    expect(mayHaveFailed.has(state)).toBe(true)
  for (const state of ['notNeeded', 'unposted', 'posting', 'reversed'])
    expect(mayHaveFailed.has(state)).toBe(false)
})
