import { parseMoney } from '@kufang/kernel/money.ts'
import { expect, test } from 'vitest'
import { decide, type Decided } from '../decide.ts'
import { routeReason, stateAfterLevel } from '../approval-route.ts'
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

const words = label('字', 'Word')
const limited = approvalChain({
  levels: [
    { by: 'Leader', state: 'toLeader', waiting: words, above: above('leader') },
    { by: 'Engineer', state: 'toEngineer', waiting: words },
    { by: 'Chief', state: 'toChief', waiting: words, above: above('chief') },
    { by: 'Director', state: 'toDirector', waiting: words, above: above('director') },
  ],
  approved: 'approved',
  refused: 'returned',
  notBy: ['create'],
})

function above(parameter: string) {
  return { field: 'amount', parameter, label: words }
}

test('a level whose limit is not exceeded is left out, and one without a decision is not', () => {
  const way = (header: Record<string, string | null>) => {
    const states: string[] = []
    let by: string | undefined
    do {
      states.push(stateAfterLevel(limited, by, header))
      by = limited.levels.find(({ state: waiting }) => waiting === states.at(-1))?.by
    } while (by !== undefined)
    return states
  }
  const no = 'notNeeded'
  expect(way({ needsLeader: no, needsChief: no, needsDirector: no })).toEqual([
    'toEngineer',
    'approved',
  ])
  expect(way({ needsLeader: 'always', needsChief: no, needsDirector: 'aboveLimit' })).toEqual([
    'toLeader',
    'toEngineer',
    'toDirector',
    'approved',
  ])
  expect(way({ needsChief: null, needsDirector: no })).toEqual([
    'toLeader',
    'toEngineer',
    'toChief',
    'approved',
  ])
})

test('an amount is reviewed above the limit, when it is unknown, and always where the limit is zero', () => {
  const reason = (amount: string | null, limit: number) =>
    routeReason(amount === null ? null : parseMoney(amount), limit)
  expect(reason('5000', 5000)).toBe('notNeeded')
  expect(reason('5000.01', 5000)).toBe('aboveLimit')
  expect(reason('123456789012.34', 5000)).toBe('aboveLimit')
  expect(reason(null, 5000)).toBe('amountUnknown')
  expect(reason('0', 0)).toBe('always')
  expect(reason(null, 0)).toBe('always')
})

test('the limit is an amount, the reason of the route is not and contains no figure', () => {
  expect(limited.header.limitDirector.isAmount).toBe(true)
  expect('isAmount' in limited.header.needsDirector).toBe(false)
  for (const { zh, en } of Object.values(limited.header.needsDirector.choices))
    expect(zh + en).not.toMatch(/[0-9{}]/)
})

test('nobody reviews at two levels, whichever were left out between them', () => {
  expect(limited.actions.reviewDirector.notBy).toEqual([
    'create',
    'reviewLeader',
    'reviewEngineer',
    'reviewChief',
  ])
  expect([limited.actions.reviewLeader.to, limited.actions.reviewEngineer.to]).toEqual([
    'toEngineer',
    null,
  ])
})

test('a chain in which every level has a limit is not accepted, because nobody would review small amounts', () => {
  expect(() =>
    approvalChain({
      levels: [{ by: '', state: 'waiting', waiting: words, above: above('x') }],
      approved: 'approved',
      refused: 'returned',
      notBy: [],
    }),
  ).toThrow('a level that reviews every document')
})
