import { describe } from 'vitest'
import { batchChangeJourney } from './documents/batch-change.ts'
import { binGatherJourney } from './documents/bin-gather.ts'
import { binMapJourney } from './documents/bin-map.ts'
import { binMoveJourney } from './documents/bin-move.ts'
import { chemicalJourney } from './documents/chemical.ts'
import { correctBinJourney } from './documents/correct-bin.ts'
import { countSheetsJourney } from './documents/count-sheets.ts'
import { freezeJourney } from './documents/freeze.ts'
import { goingLiveJourney } from './documents/going-live.ts'
import { stockAdjustmentJourney } from './documents/stock-adjustment.ts'
import { stockNoteJourney } from './documents/stock-note.ts'
import { stocktakeJourney } from './documents/stocktake.ts'
import { transferJourney } from './documents/transfer.ts'
import { transferOwnerJourney } from './documents/transfer-owner.ts'
import { transferPlantsJourney } from './documents/transfer-plants.ts'
import { peopleOf, startForFile } from './support/start-product.ts'

/* Goods in the warehouse: moved, counted, corrected, frozen. A file of its own, like documents.e2e.ts, has a process of its own. */

const running = startForFile()

describe('stocktaking', () => {
  stocktakeJourney(peopleOf(running))
})
describe('count sheets', () => {
  countSheetsJourney(peopleOf(running))
})
describe('transfers', () => {
  transferJourney(peopleOf(running))
  transferPlantsJourney(peopleOf(running))
  transferOwnerJourney(peopleOf(running))
})
describe('going live', () => {
  goingLiveJourney(peopleOf(running))
})
describe('the map of bins', () => {
  binMapJourney(peopleOf(running))
})
describe('bin moves', () => {
  binMoveJourney(peopleOf(running))
  binGatherJourney(peopleOf(running))
})
describe('batch changes', () => {
  batchChangeJourney(peopleOf(running))
})
describe('stock adjustments', () => {
  stockAdjustmentJourney(peopleOf(running))
})
describe('notes on the stock', () => {
  stockNoteJourney(peopleOf(running))
})
describe('wrong bins', () => {
  correctBinJourney(peopleOf(running))
})
describe('chemicals', () => {
  chemicalJourney(peopleOf(running))
})
describe('frozen goods and places', () => {
  freezeJourney(peopleOf(running))
})
