import { requisition } from '@kufang/contract/requisition/requisition.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { expect, test } from 'vitest'
import { nextSteps } from './todo.ts'

test('a page about one variant gives its people nothing to do about another', () => {
  const step = { kind: 'step', states: ['submitted'], actions: ['approve'] } as const
  const type: AnyDocument = {
    ...requisition,
    pages: {
      '/pickings/emergency': { ...step, where: { requisitionType: 'urgent' } },
      '/pickings/materialApplicationOut': step,
    },
  }
  const rolesOf = (requisitionType: string) =>
    nextSteps(type, { state: 'submitted', erpState: 'notNeeded', requisitionType }).map(
      ({ role }) => role,
    )
  expect(rolesOf('urgent')).toEqual(['LLDCJJJ', 'WXLLDCL'])
  expect(rolesOf('planned')).toEqual(['WXLLDCL'])
})
