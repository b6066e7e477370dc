import { describe } from 'vitest'
import { arrivalReversalJourney } from './documents/arrival-reversal.ts'
import { boxJourney } from './documents/boxes.ts'
import { batchChangeJourney } from './documents/batch-change.ts'
import { binMoveJourney } from './documents/bin-move.ts'
import { consignorJourney } from './documents/consignor.ts'
import { correctBinJourney } from './documents/correct-bin.ts'
import { crossCompanyJourney } from './documents/cross-company.ts'
import { customsJourney } from './documents/customs.ts'
import { emergencyJourney } from './documents/emergency.ts'
import { distributionJourney } from './documents/distribution.ts'
import { gatePassJourney } from './documents/gate-pass.ts'
import { goingLiveJourney } from './documents/going-live.ts'
import { handoverJourney } from './documents/handover.ts'
import { overdueJourney } from './documents/overdue.ts'
import { packingCheckJourney } from './documents/packing-check.ts'
import { recordSheetJourney } from './documents/record-sheet.ts'
import { refusalJourney } from './documents/refusals.ts'
import { rejectsJourney } from './documents/rejects.ts'
import { saleJourney } from './documents/sale.ts'
import { specialStockJourney } from './documents/special-stock.ts'
import { shortageJourney } from './documents/shortage.ts'
import { stocktakeJourney } from './documents/stocktake.ts'
import { supplierHomeJourney } from './documents/supplier-home.ts'
import { transferJourney } from './documents/transfer.ts'
import { unannouncedJourney } from './documents/unannounced.ts'
import { peopleOf, startForFile } from './support/start-product.ts'

/* Documents from creation to posting, and what is refused on the way. One instance of the product for all journeys. */

const running = startForFile()

describe('refusals', () => {
  refusalJourney(peopleOf(running))
})
describe('boxes', () => {
  boxJourney(peopleOf(running))
})
describe('goods of a sales order', () => {
  saleJourney(peopleOf(running))
})
describe('an emergency', () => {
  emergencyJourney(peopleOf(running))
})
describe('pieces missing at unpacking', () => {
  shortageJourney(peopleOf(running))
})
describe('record sheets', () => {
  recordSheetJourney(peopleOf(running))
})
describe('documents and spares in the crate', () => {
  packingCheckJourney(peopleOf(running))
})
describe('rejected goods', () => {
  rejectsJourney(peopleOf(running))
})
describe('imported goods', () => {
  customsJourney(peopleOf(running))
})
describe('goods without papers', () => {
  unannouncedJourney(peopleOf(running))
})
describe('overdue deliveries', () => {
  overdueJourney(peopleOf(running))
})
describe('the home page of a supplier', () => {
  supplierHomeJourney(peopleOf(running))
})
describe('consignors', () => {
  consignorJourney(peopleOf(running))
})
describe('goods on their way to a unit', () => {
  distributionJourney(peopleOf(running))
})
describe('a gate pass', () => {
  gatePassJourney(peopleOf(running))
})
describe('papers', () => {
  handoverJourney(peopleOf(running))
})
describe('special stock, and SAP past us', () => {
  specialStockJourney(peopleOf(running))
})
describe('stocktaking', () => {
  stocktakeJourney(peopleOf(running))
})
describe('two companies', () => {
  crossCompanyJourney(peopleOf(running))
})
describe('transfers', () => {
  transferJourney(peopleOf(running))
})
describe('going live', () => {
  goingLiveJourney(peopleOf(running))
})
describe('bin moves', () => {
  binMoveJourney(peopleOf(running))
})
describe('batch changes', () => {
  batchChangeJourney(peopleOf(running))
})
describe('reversal of an arrival', () => {
  arrivalReversalJourney(peopleOf(running))
})
describe('wrong bins', () => {
  correctBinJourney(peopleOf(running))
})
