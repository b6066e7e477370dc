import { expect, it } from 'vitest'
import { mayDo, stuckStates } from './posting-acts.ts'

it('lets nobody touch what is booked, under way or closed', () => {
  for (const state of ['posted', 'sending', 'closed', undefined]) {
    for (const act of ['retry', 'close', 'ignore'] as const) expect(mayDo(act, state)).toBe(false)
  }
})

it('never ignores a message whose outcome is unknown: the ERP may have it', () => {
  expect(mayDo('ignore', 'unknown')).toBe(false)
  expect(mayDo('close', 'unknown')).toBe(true)
})

it('offers a resend for everything that is stuck', () => {
  expect(stuckStates.every((state) => mayDo('retry', state))).toBe(true)
})
