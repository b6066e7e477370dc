import { describe, expect, it } from 'vitest'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import functionCodes from 'virtual:function-codes'
import { checkedKeys, roleTree, withTicked } from './role-tree.ts'

const tree = roleTree(pageCatalogue)

describe('role tree', () => {
  it('has every page of the catalogue under its group', () => {
    expect(tree.flatMap((group) => group.children)).toHaveLength(pageCatalogue.length)
  })

  it('gives a page together with the menu group it stands in', () => {
    const roles = withTicked(tree, new Set(), '/receive/auditReceive', true)
    expect([...roles].toSorted()).toEqual(['SHGL', 'SHSH'])
    expect(checkedKeys(tree, roles)).toEqual(
      expect.arrayContaining(['/receive', '/receive/auditReceive']),
    )
  })

  it('takes all pages of a group with the group, and leaves the others', () => {
    const all = withTicked(tree, new Set(['KCCX']), '/receive', true)
    expect(all.size).toBeGreaterThan(10)
    expect([...withTicked(tree, all, '/receive', false)]).toEqual(['KCCX'])
  })

  it('knows the button codes and what they permit', () => {
    expect(functionCodes).toContainEqual({
      code: 'LLDSP',
      label: {
        zh: '领料单：批准、退回、撤销批准',
        en: 'Requisition: Approve, Return, Withdraw approval',
      },
    })
  })
})
