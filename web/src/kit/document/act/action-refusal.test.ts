import { describe, expect, it } from 'vitest'
import type { Decider } from '@kufang/contract/document/decide.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { actionRefusal } from './action-refusal.ts'
import { listedDocuments } from '../listed-document.ts'

const found = documentDefinition('goods-receipt')
if (found === undefined) throw new Error('no goods receipt')
const receipt = found

const auditor: Decider = {
  userId: 'u2',
  userName: '李班长',
  roles: new Set(['SHSH']),
  isAdmin: false,
}
const document = (changes: Record<string, unknown> = {}) => ({
  id: 'd1',
  docNo: 'RK20261100001',
  version: 1,
  state: 'received',
  erpState: 'unposted',
  acts: { create: { userId: 'u1', userName: '王保管', at: '2026-11-21T00:00:00Z' } },
  ...changes,
})

describe('what the buttons of a list allow', () => {
  it('allows what everyone of the chosen allows', () => {
    expect(
      actionRefusal(receipt, 'review', auditor, [document(), document({ id: 'd2' })]),
    ).toBeNull()
  })

  it('says why not, and for how many of them', () => {
    const refusal = actionRefusal(receipt, 'review', auditor, [
      document(),
      document({ id: 'd2', docNo: 'RK2', state: 'reviewed' }),
    ])
    expect(refusal?.zh).toMatch(/^所选 2 项中 1 项不可执行：RK2 当前为“已审核”，不能审核/)
    expect(refusal?.en).toMatch(/^1 of 2 selected cannot: RK2 is "Reviewed"/)
  })

  it('keeps to four eyes and to roles', () => {
    const own = document({ acts: { create: { userId: 'u2', userName: '李班长', at: '' } } })
    expect(actionRefusal(receipt, 'review', auditor, [own])?.zh).toContain('须由另一人执行')
    expect(
      actionRefusal(receipt, 'post', auditor, [document({ state: 'reviewed' })])?.zh,
    ).toContain('RKGZ')
  })

  it('wants something chosen', () => {
    expect(actionRefusal(receipt, 'review', auditor, [])?.zh).toBe('请先选择单据')
  })

  it('takes lines of one document as that document, once', () => {
    const rows = [
      { id: 'd1', lineNo: 10, docNo: 'A', version: 3, state: 's', erpState: 'e' },
      { id: 'd1', lineNo: 20, docNo: 'A', version: 3, state: 's', erpState: 'e' },
      { id: 'd2', lineNo: 10, docNo: 'B', version: 1, state: 's', erpState: 'e', acts: null },
    ]
    expect(listedDocuments(rows).map(({ docNo, version, acts }) => [docNo, version, acts])).toEqual(
      [
        ['A', 3, {}],
        ['B', 1, {}],
      ],
    )
  })
})
