import { describe } from 'vitest'
import { arrivalReversalJourney } from './documents/arrival-reversal.ts'
import { boxJourney } from './documents/boxes.ts'
import { consignmentJourney } from './documents/consignment.ts'
import { consignorJourney } from './documents/consignor.ts'
import { contractExpiredJourney } from './documents/contract-expired.ts'
import { customsJourney } from './documents/customs.ts'
import { directJourney } from './documents/direct.ts'
import { handoverJourney } from './documents/handover.ts'
import { legacyJourney } from './documents/legacy.ts'
import { noteWriteOffJourney } from './documents/note-write-off.ts'
import { mastersJourney } from './documents/masters.ts'
import { overdueJourney } from './documents/overdue.ts'
import { packingCheckJourney } from './documents/packing-check.ts'
import { recordSheetJourney } from './documents/record-sheet.ts'
import { refusalJourney } from './documents/refusals.ts'
import { rejectsJourney } from './documents/rejects.ts'
import { shortageJourney } from './documents/shortage.ts'
import { specialStockJourney } from './documents/special-stock.ts'
import { supplierHomeJourney } from './documents/supplier-home.ts'
import { unitBoardJourney } from './documents/unit-board.ts'
import { unannouncedJourney } from './documents/unannounced.ts'
import { peopleOf, startForFile } from './support/start-product.ts'

/* Goods that come in: documents from creation to posting, and what is refused. One instance of the product for all. */

const running = startForFile()

describe('refusals', () => {
  refusalJourney(peopleOf(running))
})
describe('boxes', () => {
  boxJourney(peopleOf(running))
})
describe('notes that will not come', () => {
  noteWriteOffJourney(peopleOf(running))
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
describe('expired contracts', () => {
  contractExpiredJourney(peopleOf(running))
})
describe('goods without papers', () => {
  unannouncedJourney(peopleOf(running))
})
describe('overdue deliveries', () => {
  overdueJourney(peopleOf(running))
})
describe('consignors', () => {
  consignorJourney(peopleOf(running))
})
describe('papers', () => {
  handoverJourney(peopleOf(running))
})
describe('special stock, and SAP past us', () => {
  specialStockJourney(peopleOf(running))
})
describe('reversal of an arrival', () => {
  arrivalReversalJourney(peopleOf(running))
})
describe('goods that go straight to their unit', () => {
  directJourney(peopleOf(running))
})
describe('consignment that is not received any more', () => {
  consignmentJourney(peopleOf(running))
})
describe('the home page of a supplier', () => {
  supplierHomeJourney(peopleOf(running))
})
describe('what an old system had', () => {
  legacyJourney(peopleOf(running))
})
describe('masters and relations', () => {
  mastersJourney(peopleOf(running))
  unitBoardJourney(peopleOf(running))
})
