import { inspectionOrder } from '@kufang/contract/acceptance/inspection-order.ts'
import { subtractQuantity, sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** The rejected quantity of a line: nothing, one piece if there are several, or all of it. */
function rejectedOf(course: string, quantity: Quantity): Quantity {
  if (course === 'all fail') return quantity
  return (course === 'some fail' && quantity !== '1' ? '1' : '0') as Quantity
}

/** The missing quantity of a line: nothing, or one piece if there are several. */
const missingOf = (course: string, quantity: Quantity): Quantity =>
  (course === 'some missing' && quantity !== '1' ? '1' : '0') as Quantity

/** What a test destroys of a line: nothing, one piece if there are several. */
const destroyedOf = (course: string, quantity: Quantity): Quantity =>
  (course === 'some destroyed' && quantity !== '1' ? '1' : '0') as Quantity

/** The inspector accepts or rejects goods, line by line. */
export const inspectionOrderJourney = journeyOf(inspectionOrder, {
  start: {
    by: 'inspector',
    from: {
      document: 'inspection-notice',
      steps: ['assign', 'confirmTime', 'confirmInspector'],
    },
    request: ({ proposed, lines, ground, course }) => ({
      header: {
        ...proposed.header,
        inspectionMethod: 'full',
        reportNo: `JY-${ground.today.replaceAll('-', '')}-${lines[0]!.source!.id.slice(-3).toUpperCase()}`,
        certificateCopies: 2,
      },
      lines: proposed.lines.map((line) => {
        const quantity = line['quantity'] as Quantity
        const rejected = rejectedOf(course, quantity)
        const missing = missingOf(course, quantity)
        const destroyed = destroyedOf(course, quantity)
        const gone = sumQuantities([rejected, missing, destroyed])
        return {
          ...line,
          acceptedQuantity: subtractQuantity(quantity, gone),
          rejectedQuantity: rejected,
          missingQuantity: missing,
          destroyedQuantity: destroyed,
          characteristics: '外观、尺寸、标识、随货资料',
          ...(rejected === '0' ? {} : { defectClass: 'surface' }),
        }
      }),
    }),
  },
  acts: {
    decide: { by: 'inspector' },
    withdraw: { by: 'qualitySupervisor', input: { reason: '误判' } },
  },
  reaches: {
    qualified: ['decide'],
    partlyQualified: { course: 'some fail', steps: ['decide'] },
    unqualified: { course: 'all fail', steps: ['decide'] },
    withdrawn: ['decide', 'withdraw'],
  },
})
