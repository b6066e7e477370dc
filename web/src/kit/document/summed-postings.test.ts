import type { Preview } from '@kufang/contract/document/api.ts'
import { expect, test } from 'vitest'
import { summedPostings } from './summed-postings.ts'

function preview(postingDate: string | null, ...postings: Preview['postings']): Preview {
  const state = { state: 'reviewed', erpState: 'unposted' }
  return {
    moves: [],
    holds: [],
    before: state,
    after: state,
    laterSteps: [],
    warnings: [],
    postings,
    postingDate,
  }
}

test('postings that would be told in the same words are summed up, others stay apart', () => {
  const receipt = { direction: 'post', movementTypes: ['101'], items: 2 } as const
  const told = [
    preview('2026-11-22', { ...receipt, movementTypes: ['101'] }),
    preview('2026-11-22', { ...receipt, movementTypes: ['101'], items: 3 }),
    preview('2026-11-21', { ...receipt, movementTypes: ['101'] }),
    preview('2026-11-22', { direction: 'reverse', movementTypes: [], items: 1 }),
    preview(null),
  ]
  expect(summedPostings(told)).toEqual([
    { direction: 'post', types: '101', date: '2026-11-22', items: 5 },
    { direction: 'post', types: '101', date: '2026-11-21', items: 2 },
    { direction: 'reverse', types: '–', date: '2026-11-22', items: 1 },
  ])
})
