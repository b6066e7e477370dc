import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { back, journeyOf, type ActedLine } from '../document/journey/journey.ts'

/** One piece of each line is refused. */
const accepted = ({ quantity }: ActedLine) => ({
  acceptedQuantity: String(Math.max(0, Number(quantity) - 1)),
})

const signer = '沈一诺'

const underWay = ['allot', 'load', 'depart'] as const

/** The goods of an issue are put onto a trip, loaded, brought to the unit and signed for. */
export const distributionOrderJourney = journeyOf(distributionOrder, {
  madeBy: { document: 'goods-issue', steps: ['dispatch'] },
  acts: {
    allot: {
      by: 'shiftLeader',
      input: ({ vehicle, driver, today }) => ({
        vehicle,
        driver,
        tripDate: today,
        weightKg: '120',
      }),
    },
    withdrawAllotment: { by: 'shiftLeader' },
    load: { by: 'storekeeper' },
    unload: { by: 'storekeeper' },
    depart: { by: 'driver' },
    sign: { by: 'driver', input: { receivedBy: signer } },
    signPartly: {
      by: 'driver',
      input: { receivedBy: signer, reason: '包装或外观破损' },
      lines: accepted,
    },
    refuseAll: { by: 'driver', input: { reason: '物料或规格不符' } },
    bringBack: { by: 'driver', input: { reason: '现场无人签收' } },
    putBack: { by: 'storekeeper' },
    cancel: { by: 'shiftLeader', input: { reason: '录入错误' } },
  },
  reaches: {
    allotted: ['allot'],
    loaded: ['allot', 'load'],
    underWay,
    signed: [...underWay, 'sign'],
    partlyRefused: [...underWay, 'signPartly'],
    refused: [...underWay, 'refuseAll'],
    completed: [...underWay, 'signPartly', 'putBack'],
    cancelled: ['cancel'],
    reversed: [...underWay, 'sign', back('reversePhysical')],
  },
})
