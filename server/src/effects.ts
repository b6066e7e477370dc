import { inspectionNoticeEffects } from './acceptance/inspection-notice.effects.ts'
import { inspectionOrderEffects } from './acceptance/inspection-order.effects.ts'
import { inspectionRecordEffects } from './acceptance/inspection-record.effects.ts'
import { deliveryNoteEffects } from './delivery/delivery-note.effects.ts'
import { problemDocumentEffects } from './delivery/problem-document.effects.ts'
import { distributionOrderEffects } from './distribution/distribution-order.effects.ts'
import { registerEffects } from './document/act/effects.ts'
import { registerRefusalReports, reportingBoth } from './document/act/refusal-reports.ts'
import { registerProof } from './ledger/public.ts'
import { historyDifferences } from './document/storage/prove-history.ts'
import { registerSourceRefresh } from './document/draft/source-refresh.ts'
import {
  raiseOrderProblems,
  raiseReceiptProblems,
  tellExpiredContracts,
} from './delivery/public.ts'
import {
  readMirrorAgain,
  registerDemandWatcher,
  registerOrderWatcher,
} from './external-documents/public.ts'
import { directIssueEffects } from './issue/direct-issue.effects.ts'
import { emergencyIssueEffects } from './issue/emergency-issue.effects.ts'
import { goodsIssueEffects } from './issue/goods-issue.effects.ts'
import { arrivalShortageEffects } from './acceptance/arrival-shortage.effects.ts'
import { sampleWithdrawalEffects } from './acceptance/sample-withdrawal.effects.ts'
import { concessionEffects } from './acceptance/concession.effects.ts'
import { packingCheckEffects } from './acceptance/packing-check.effects.ts'
import { rejectedGoodsEffects } from './acceptance/rejected-goods.effects.ts'
import { rejectsReturnEffects } from './acceptance/rejects-return.effects.ts'
import { rejectsScrapEffects } from './acceptance/rejects-scrap.effects.ts'
import { zeroValueReceiptEffects } from './acceptance/zero-value-receipt.effects.ts'
import { arrivalEffects } from './receiving/arrival.effects.ts'
import { consignmentClosingEffects } from './receiving/consignment-closing.effects.ts'
import { directReceiptEffects } from './receiving/direct-receipt.effects.ts'
import { unannouncedArrivalEffects } from './receiving/unannounced-arrival.effects.ts'
import { goodsReceiptEffects } from './receiving/goods-receipt.effects.ts'
import { ordersOfPapers } from './receiving/orders-of-papers.ts'
import { excessReport } from './receiving/report-excess.ts'
import { expiredReport } from './receiving/report-expired.ts'
import { demandProblemEffects } from './requisition/demand-problem.effects.ts'
import { raiseDemandProblems } from './requisition/public.ts'
import { requisitionEffects } from './requisition/requisition.effects.ts'
import { documentHandoverEffects } from './handover/document-handover.effects.ts'
import { readBeforeTakeOver } from './stock/erp-stock-reading.ts'
import { stockInitialisationEffects } from './stock/stock-initialisation.effects.ts'
import { stockAdjustmentEffects } from './stocktake/stock-adjustment.effects.ts'
import { stocktakingEffects } from './stocktake/stocktaking.effects.ts'
import { transferOrderEffects } from './transfer/transfer-order.effects.ts'
import { transferDifferenceEffects } from './transfer/transfer-difference.effects.ts'
import { crossCompanyIssueEffects } from './issue/cross-company-issue.effects.ts'
import { linkedArrivalEffects } from './receiving/linked-arrival.effects.ts'
import { sharingOfferEffects, sharingRequestEffects } from './transfer/sharing.effects.ts'
import { locationAdjustmentEffects } from './transfer/location-adjustment.effects.ts'
import { customsClearanceEffects } from './delivery/customs-clearance.effects.ts'
import { stockNoteEffects } from './stock/stock-note.effects.ts'
import { batchChangeEffects } from './stock/batch-change.effects.ts'
import { requestDeliveryEffects } from './delivery/request-delivery.effects.ts'
import { overdueRecordEffects } from './overdue/overdue-record.effects.ts'
import { freezeOrderEffects } from './freeze/freeze-order.effects.ts'
import { freezeReleaseEffects } from './freeze/freeze-release.effects.ts'
import { placeFreezeEffects } from './freeze/place-freeze.effects.ts'
import { preservationTaskEffects } from './preservation/preservation-task.effects.ts'
import { replenishmentRequestEffects } from './safe-stock/replenishment-request.effects.ts'
import { safeStockChangeEffects } from './safe-stock/safe-stock-change.effects.ts'

// The only list of all effects; importing this file registers them.
registerEffects([
  deliveryNoteEffects,
  problemDocumentEffects,
  arrivalEffects,
  unannouncedArrivalEffects,
  directReceiptEffects,
  consignmentClosingEffects,
  arrivalShortageEffects,
  sampleWithdrawalEffects,
  rejectedGoodsEffects,
  rejectsReturnEffects,
  concessionEffects,
  rejectsScrapEffects,
  zeroValueReceiptEffects,
  inspectionNoticeEffects,
  inspectionOrderEffects,
  inspectionRecordEffects,
  packingCheckEffects,
  goodsReceiptEffects,
  requisitionEffects,
  demandProblemEffects,
  goodsIssueEffects,
  emergencyIssueEffects,
  directIssueEffects,
  stockInitialisationEffects,
  documentHandoverEffects,
  stocktakingEffects,
  stockAdjustmentEffects,
  transferOrderEffects,
  transferDifferenceEffects,
  crossCompanyIssueEffects,
  linkedArrivalEffects,
  locationAdjustmentEffects,
  sharingRequestEffects,
  sharingOfferEffects,
  customsClearanceEffects,
  batchChangeEffects,
  stockNoteEffects,
  overdueRecordEffects,
  freezeOrderEffects,
  freezeReleaseEffects,
  placeFreezeEffects,
  requestDeliveryEffects,
  distributionOrderEffects,
  preservationTaskEffects,
  safeStockChangeEffects,
  replenishmentRequestEffects,
])

// Registers the reader of ERP documents before commitments; at the gate the order is read again, also of goods that go
// straight to their unit or came without papers, before goods are held and before they leave the reservation or sales order
// they are for, and initial stock is compared with what the ERP holds now.
registerSourceRefresh(
  readMirrorAgain,
  {
    arrival: { mirrors: ['purchase-order'], actions: ['confirm'] },
    'direct-receipt': {
      mirrors: ['purchase-order'],
      actions: ['dispatch', 'sign', 'signPartly'],
    },
    requisition: { mirrors: ['reservation', 'sales-order'], actions: ['approve'] },
    'goods-issue': {
      mirrors: ['reservation', 'sales-order'],
      actions: ['pick', 'issue', 'dispatch'],
    },
    'request-delivery': {
      mirrors: ['purchase-request'],
      actions: ['review', 'reviewDirector', 'announce'],
    },
  },
  {
    'stock-initialisation': { actions: ['submit', 'initialise'], read: readBeforeTakeOver },
  },
  {
    'unannounced-arrival': {
      mirror: 'purchase-order',
      actions: ['supplement'],
      named: ordersOfPapers,
    },
  },
)

// More at the gate than an order permits, and goods of an expired contract, are told to the buyer.
registerRefusalReports({
  arrival: reportingBoth(excessReport, expiredReport),
  'direct-receipt': expiredReport,
  'unannounced-arrival': expiredReport,
})

// What changes of an order in the ERP under open work is told to its supplier and buyer.
registerOrderWatcher({
  changed: raiseOrderProblems,
  read: raiseReceiptProblems,
  contracts: tellExpiredContracts,
})

// What changes of a reservation or sales order is told to the unit and the storekeeper who work on it.
registerDemandWatcher(raiseDemandProblems)

// The histories of items are what the lines of the documents say.
registerProof({ name: 'histories-equal-lines', read: historyDifferences })
