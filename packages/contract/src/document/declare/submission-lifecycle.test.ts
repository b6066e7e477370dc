import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { defineDocument, type Act } from './define-document.ts'
import { label } from './label.ts'
import { cancelAction, cancelledState, submissionLifecycle } from './submission-lifecycle.ts'

const submission = submissionLifecycle({ withdraw: true, functionCode: 'SLSP' })
const document = defineDocument({
  name: 'example',
  area: 'stock',
  label: label('示例', 'Example'),
  prefix: 'ZZ',
  header: {},
  lines: {},
  ...submission.entry,
  states: { ...submission.states, ...cancelledState },
  actions: { ...submission.actions, cancel: cancelAction({ from: ['draft', 'approved'] }) },
  pages: {
    '/Stock/stockAdjust': {
      kind: 'step',
      actions: ['submit', 'withdraw', 'approve', 'refuse', 'cancel'],
    },
  },
})

const act = (userId: string): Act => ({ userId, userName: userId, at: '2026-11-22T08:00:00.000Z' })
const acts = { create: act('maker'), submit: act('submitter') }

const codeOf = (action: string, state: string, userId: string): string | null =>
  decide(
    document,
    action,
    { userId, userName: userId, roles: new Set(), isAdmin: true },
    { docNo: 'ZZ1', erpState: 'notNeeded', state, acts },
  )?.code ?? null

describe('a submitted document', () => {
  test('is accepted or refused by neither of those who entered and submitted it, but by another person', () => {
    for (const action of ['approve', 'refuse'])
      for (const [userId, code] of [
        ['maker', 'separation-of-duties'],
        ['submitter', 'separation-of-duties'],
        ['head', null],
      ] as const)
        expect(codeOf(action, 'submitted', userId), `${action} by ${userId}`).toBe(code)
  })

  test('is not edited until it is returned or taken back, and then submitted again', () => {
    expect(document.editable).toEqual(['draft', 'returned'])
    expect(codeOf('withdraw', 'submitted', 'submitter')).toBeNull()
    for (const state of document.editable) expect(codeOf('submit', state, 'maker')).toBeNull()
    expect(codeOf('submit', 'approved', 'maker')).toBe('wrong-state')
  })

  test('keeps why it was returned and why it was given up', () => {
    const { decisionRemark, cancelReason } = document.header
    expect([decisionRemark.label.zh, cancelReason.label.zh]).toEqual(['退回原因', '取消原因'])
    expect(codeOf('cancel', 'submitted', 'maker')).toBe('wrong-state')
  })
})

test('without `withdraw` a submitted document is with the second person alone', () => {
  expect(Object.keys(submissionLifecycle().actions)).toEqual(['submit', 'approve', 'refuse'])
})

test('a refusal with `notBy: []` is open to whoever submitted', () => {
  const { actions } = submissionLifecycle({ refuse: { notBy: [] } })
  expect([actions.approve.notBy, actions.refuse.notBy]).toEqual([['create', 'submit'], []])
})
