import { expect, it } from 'vitest'
import type { ErpMessageRow } from '@kufang/contract/document/api.ts'
import { mayHaveFailed, troubleOf } from './posting-failure.tsx'

const message = (state: string, updatedAt: string, directUser = ''): ErpMessageRow =>
  ({ postingId: updatedAt, state, updatedAt, message: state, directUser }) as ErpMessageRow

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

it('tells of a reversal that somebody made in the ERP itself, until the document is posted again', () => {
  const own = message('posted', '1')
  const theirs = message('posted', '2', 'MUELLER')
  expect(troubleOf([own, theirs])).toBe(theirs)
  expect(troubleOf([own, theirs, message('posted', '3')])).toBeNull()
})

it('is looked for in a partly posted document, and in a posted one, whose reversal may have failed', () => {
  for (const state of ['failed', 'partlyPosted', 'posted', 'cancelledInErp'])
    expect(mayHaveFailed.has(state)).toBe(true)
  for (const state of ['notNeeded', 'unposted', 'posting', 'reversed'])
    expect(mayHaveFailed.has(state)).toBe(false)
})
