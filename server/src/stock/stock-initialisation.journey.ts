import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const initialised = ['submit', 'initialise'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = [...initialised, 'post', erpAnswers] as const

/** A storage location starts with the quantities counted in its bins. */
export const stockInitialisationJourney = journeyOf(stockInitialisation, {
  start: {
    by: 'storekeeper',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        origin: 'new',
        remark: '系统上线期初库存',
      },
      lines: lines.map(
        ({
          materialNo,
          quantity,
          secondQuantity,
          bin,
          stockCategory,
          amount,
          batch,
          productionDate,
          expiryDate,
          specialStock,
          specialStockReference,
        }) => ({
          materialNo,
          quantity,
          bin: bin ?? ground.bin,
          stockCategory: stockCategory ?? 'UU',
          amount: amount ?? '125.00',
          ...(secondQuantity ? { secondQuantity } : {}),
          ...(batch ? { batch } : {}),
          ...(productionDate ? { productionDate } : {}),
          ...(expiryDate ? { expiryDate } : {}),
          ...(specialStock ? { specialStock, specialStockReference } : {}),
        }),
      ),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    initialise: { by: 'shiftLeader', goods: 'moves' },
    refuse: { by: 'shiftLeader', input: { reason: '数量与实盘不符' } },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '录错' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '货物已使用' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'shiftLeader', goods: 'undoes' },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    initialised,
    reversalRequested: [...initialised, 'requestReversal'],
    reversalApproved: [...initialised, ...approvedBack],
    reversed: [...initialised, ...approvedBack, 'reversePhysical'],
  },
  milestones: { posted, reversedInErp: [...posted, ...approvedBack, 'reverse', erpAnswers] },
  books: { moved: initialised, post: 'post', reversal: [...approvedBack, 'reverse'] },
})
