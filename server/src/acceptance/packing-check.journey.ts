import { packingCheck } from '@kufang/contract/acceptance/packing-check.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** How many of an item are found, of those that the form says are required. */
function foundOf(course: string, requiredCount: number, index: number): number {
  if (course === 'some missing' && index === 0) return Math.max(requiredCount - 1, 0)
  return course === 'some surplus' && index === 0 ? requiredCount + 2 : requiredCount
}

/** The storekeeper compares what is in the crate with what the material asks for. */
export const packingCheckJourney = journeyOf(packingCheck, {
  start: {
    by: 'storekeeper',
    from: {
      document: 'inspection-notice',
      steps: ['assign', 'confirmTime', 'confirmInspector'],
    },
    request: ({ proposed, course }) => ({
      header: { ...proposed.header, caseNo: '1/1', attendees: ['供应商', '保管员'] },
      lines: proposed.lines.map((line, index) => ({
        ...line,
        itemName: line['itemName'] ?? '随机工具',
        foundCount: foundOf(course, Number(proposed.shown![index]!['requiredCount']), index),
      })),
    }),
  },
  acts: {
    confirm: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper', input: { reason: '录入错误' } },
  },
  reaches: {
    complete: ['confirm'],
    incomplete: { course: 'some missing', steps: ['confirm'] },
    surplus: { course: 'some surplus', steps: ['confirm'] },
    withdrawn: ['confirm', 'withdraw'],
  },
})
