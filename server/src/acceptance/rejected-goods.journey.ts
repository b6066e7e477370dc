import { rejectedGoods } from '@kufang/contract/acceptance/rejected-goods.ts'
import { journeyOf, next } from '../document/journey/journey.ts'

/** An inspector rejects goods; the warehouse counts them and sets them aside, until they are returned or conceded. */
export const rejectedGoodsJourney = journeyOf(rejectedGoods, {
  madeBy: { document: 'inspection-order', steps: { course: 'all fail', steps: ['decide'] } },
  acts: {
    confirm: {
      by: 'storekeeper',
      input: { remark: '密封面划伤，已挂红牌' },
      lines: ({ quantity, rejectsBin }) => ({ countedQuantity: quantity, rejectsBin }),
      goods: 'moves',
    },
    withdrawConfirmation: {
      by: 'storekeeper',
      input: { reason: '录入错误' },
      goods: 'undoes',
    },
    appeal: { by: 'supplier', input: { appeal: '表面划伤为运输包装所致，不影响密封' } },
    upholdDecision: { by: 'inspector', input: { answer: '复核实测值，超出允差' } },
    reinspect: { by: 'qualitySupervisor', input: { answer: '同意按抽检方案复检' } },
  },
  reaches: {
    appealed: ['appeal'],
    confirmed: ['confirm'],
    partlyHandled: ['confirm', next('rejects-return', 'pickedUp', 'half')],
    closed: ['confirm', next('rejects-return', 'pickedUp')],
    withdrawn: ['appeal', 'reinspect'],
  },
})
