import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const initialised = ['submit', 'initialise'] as const

const posting = postingJourney({
  moved: initialised,
  reason: '录错',
  refusal: '货物已使用',
  physical: { by: 'shiftLeader' },
})

/** A storage location starts with the quantities counted in its bins. */
export const stockInitialisationJourney = journeyOf(stockInitialisation, {
  start: {
    // Whoever enters amounts sees them.
    by: 'materialChief',
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
    submit: { by: 'materialChief' },
    initialise: { by: 'shiftLeader', goods: 'moves' },
    refuse: { by: 'shiftLeader', input: { reason: '数量与实盘不符' } },
    ...posting.acts,
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    initialised,
    ...posting.reaches,
  },
  milestones: posting.milestones,
  books: posting.books,
})
