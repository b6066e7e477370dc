import { packingCheck } from '@kufang/contract/acceptance/packing-check.ts'
import type { LineInput } from '@kufang/contract/document/api.ts'
import { journeyOf, type JourneyLine, type Start } from '../document/journey/journey.ts'

/** How many of an item are found, of those that the form says are required. */
function foundOf(course: string, requiredCount: number, index: number): number {
  if (course === 'some missing' && index === 0) return Math.max(requiredCount - 1, 0)
  return requiredCount
}

const surplusCount = 2

/** The same with two spares more than required of each of the goods: one that it asks for, or another one. */
function withSurplus(found: readonly Found[], { lines, ground }: Start): Found[] {
  const goodsOf = ({ source }: Found | JourneyLine) => `${source?.id}/${source?.lineNo}`
  const spareMaterialNo = (line: Found): string =>
    ground.spareMaterialNo ?? lines.find((one) => goodsOf(one) === goodsOf(line))!.materialNo
  return [...Map.groupBy(found, goodsOf).values()].flatMap((own) => {
    const [first] = own as [Found]
    const spare = own.find(({ itemKind }) => itemKind === 'spare')
    const more = {
      ...(spare ?? { ...first, itemKind: 'spare', itemName: '密封垫', foundCount: 0 }),
      spareMaterialNo: spareMaterialNo(first),
    }
    return [
      ...own.filter((line) => line !== spare),
      { ...more, foundCount: more.foundCount + surplusCount },
    ]
  })
}

type Found = LineInput & { itemKind?: unknown; foundCount: number }

/** The storekeeper compares what is in the crate with what the material asks for. */
export const packingCheckJourney = journeyOf(packingCheck, {
  start: {
    by: 'storekeeper',
    from: {
      document: 'inspection-notice',
      steps: ['assign', 'confirmTime', 'confirmInspector'],
    },
    request: (start) => {
      const { proposed, course } = start
      const found = proposed.lines.map((line, index): Found => ({
        ...line,
        itemName: line['itemName'] ?? '随机工具',
        foundCount: foundOf(course, Number(proposed.shown![index]!['requiredCount']), index),
      }))
      return {
        header: { ...proposed.header, caseNo: '1/1', attendees: ['供应商', '保管员'] },
        lines: course === 'some surplus' ? withSurplus(found, start) : found,
      }
    },
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
