import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const posted = ['initialise', 'post', erpAnswers] as const

/** A storage location starts with the quantities counted in its bins. */
export const stockInitialisationJourney = journeyOf(stockInitialisation, {
  start: {
    by: 'storekeeper',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        remark: '系统上线期初库存',
      },
      lines: lines.map(
        ({
          materialNo,
          quantity,
          bin,
          stockCategory,
          amount,
          batch,
          productionDate,
          expiryDate,
        }) => ({
          materialNo,
          quantity,
          bin: bin ?? ground.bin,
          stockCategory: stockCategory ?? 'UU',
          amount: amount ?? '125.00',
          ...(batch ? { batch } : {}),
          ...(productionDate ? { productionDate } : {}),
          ...(expiryDate ? { expiryDate } : {}),
        }),
      ),
    }),
  },
  acts: {
    initialise: { by: 'storekeeper', goods: 'moves' },
    post: { by: 'storekeeper' },
    reverse: { by: 'storekeeper', input: { reason: '录错' } },
    reversePhysical: { by: 'storekeeper', goods: 'undoes' },
  },
  reaches: {
    initialised: ['initialise'],
    reversed: ['initialise', 'reversePhysical'],
  },
  milestones: { posted, reversedInErp: [...posted, 'reverse', erpAnswers] },
  books: { moved: ['initialise'], post: 'post', reversal: ['reverse'] },
})
