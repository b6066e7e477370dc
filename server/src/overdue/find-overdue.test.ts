import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { useWorld } from '../document/testing/trade.ts'
import type { Queryable } from '../platform/database/database.ts'
import { findOverdue } from './find-overdue.ts'

interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'CTE Name'?: string
  Plans?: PlanNode[]
}

/** Names of the common table expressions that are read once for each row of another part of the plan. */
function readAgain(node: PlanNode, isRepeated = false): string[] {
  const own = isRepeated && node['CTE Name'] !== undefined ? [node['CTE Name']] : []
  return [
    ...own,
    ...(node.Plans ?? []).flatMap((part) => {
      const isInner = node['Node Type'] === 'Nested Loop' && part['Parent Relationship'] === 'Inner'
      return readAgain(part, isRepeated || isInner || part['Parent Relationship'] === 'SubPlan')
    }),
  ]
}

describe('the statement that finds overdue items', () => {
  const world = useWorld()

  test.each([
    ['of all orders', {}],
    ['of open records', { isRecordedOnly: true }],
    ['of an order', { orderId: newId() }],
  ])('%s reads nothing of all items again for each of them', async (_, wanted) => {
    const plans: PlanNode[] = []
    const explaining: Pick<Queryable, 'query'> = {
      query: async (text, values = []) => {
        const [row] = await world().database.transaction(async (tx) => {
          // As if the tables were large.
          await tx.query('set local enable_seqscan = off')
          return tx.query(`explain (format json) ${text}`, values)
        })
        const [{ Plan: plan }] = Object.values(row!)[0] as [{ Plan: PlanNode }]
        plans.push(plan)
        return []
      },
    }
    await findOverdue(explaining as Queryable, {
      companyCode: '1010',
      today: companyToday(),
      terms: [{ plant: '', rate: 5, days: 1, maximum: 5 }],
      ...wanted,
    })
    expect(plans).toHaveLength(1)
    // The terms of plants are few.
    expect(readAgain(plans[0]!).filter((name) => name !== 'terms')).toEqual([])
  })
})
