import { expect, test } from 'vitest'
import { decide, type Decided } from '../decide.ts'
import { approvalChain } from './approval-chain.ts'
import { defineDocument, state, type Act } from './define-document.ts'
import { label } from './label.ts'

const approval = approvalChain({
  levels: [
    {
      by: 'ShiftLeader',
      state: 'submitted',
      waiting: label('待班长审核', 'Awaiting shift leader'),
      review: label('班长审核', 'Shift leader review'),
    },
    { by: 'Engineer', state: 'toEngineer', waiting: label('待工程师审核', 'Awaiting engineer') },
    { by: 'Director', state: 'toDirector', waiting: label('待主任审核', 'Awaiting director') },
  ],
  approved: 'approved',
  refused: 'returned',
  notBy: ['create'],
})
const document = defineDocument({
  name: 'example',
  area: 'stock',
  label: label('示例', 'Example'),
  prefix: 'ZZ',
  header: approval.header,
  lines: {},
  states: { draft: state(label('草稿', 'Draft'), 'draft'), ...approval.states },
  initial: 'draft',
  editable: ['draft', 'returned'],
  actions: approval.actions,
  pages: {
    '/Stock/stockAdjust': {
      kind: 'step',
      actions: ['reviewShiftLeader', 'reviewEngineer', 'reviewDirector', 'refuseDirector'],
    },
  },
})

const act = (userId: string): Act => ({ userId, userName: userId, at: '2026-11-22T08:00:00.000Z' })
const may = (userId: string, action: string, decided: Partial<Decided>): string | null =>
  decide(
    document,
    action,
    { userId, userName: userId, roles: new Set(), isAdmin: true },
    { docNo: 'ZZ1', erpState: 'notNeeded', state: 'submitted', acts: {}, ...decided },
  )?.code ?? null

test('each level reviews after the one before, and the last one approves', () => {
  const { actions } = document
  expect([actions.reviewShiftLeader.from, actions.reviewShiftLeader.to]).toEqual([
    ['submitted'],
    'toEngineer',
  ])
  expect([actions.reviewEngineer.from, actions.reviewEngineer.to]).toEqual([
    ['toEngineer'],
    'toDirector',
  ])
  expect([actions.reviewDirector.from, actions.reviewDirector.to]).toEqual([
    ['toDirector'],
    'approved',
  ])
  expect(actions.refuseDirector.to).toBe('returned')
  expect(Object.keys(approval.states)).toEqual([
    'submitted',
    'toEngineer',
    'toDirector',
    'returned',
    'approved',
  ])
  expect(may('director', 'reviewDirector', { state: 'submitted' })).toBe('wrong-state')
})

test('nobody reviews at two levels, nor what they made or changed themselves', () => {
  const acts = {
    create: act('keeper'),
    edit: act('clerk'),
    reviewShiftLeader: act('leader'),
    reviewEngineer: act('engineer'),
  }
  for (const userId of ['keeper', 'clerk', 'leader', 'engineer']) {
    for (const action of ['reviewDirector', 'refuseDirector'])
      expect([userId, may(userId, action, { state: 'toDirector', acts })]).toEqual([
        userId,
        'separation-of-duties',
      ])
  }
  expect(may('director', 'reviewDirector', { state: 'toDirector', acts })).toBe(null)
  expect(may('leader', 'reviewShiftLeader', { state: 'submitted', acts })).toBe(null)
})
