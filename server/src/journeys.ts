import { inspectionNoticeJourney } from './acceptance/inspection-notice.journey.ts'
import { inspectionOrderJourney } from './acceptance/inspection-order.journey.ts'
import { inspectionRecordJourney } from './acceptance/inspection-record.journey.ts'
import { deliveryNoteJourney } from './delivery/delivery-note.journey.ts'
import { problemDocumentJourney } from './delivery/problem-document.journey.ts'
import { distributionOrderJourney } from './distribution/distribution-order.journey.ts'
import { registerJourneys } from './document/journey/journey.ts'
import { purchaseOrderJourney } from './external-documents/purchase-order.journey.ts'
import { purchaseRequestJourney } from './external-documents/purchase-request.journey.ts'
import { reservationJourney } from './external-documents/reservation.journey.ts'
import { salesOrderJourney } from './external-documents/sales-order.journey.ts'
import { documentHandoverJourney } from './handover/document-handover.journey.ts'
import { directIssueJourney } from './issue/direct-issue.journey.ts'
import { emergencyIssueJourney } from './requisition/emergency-issue.journey.ts'
import { goodsIssueJourney } from './issue/goods-issue.journey.ts'
import { arrivalShortageJourney } from './acceptance/arrival-shortage.journey.ts'
import { sampleWithdrawalJourney } from './acceptance/sample-withdrawal.journey.ts'
import { concessionJourney } from './acceptance/concession.journey.ts'
import { packingCheckJourney } from './acceptance/packing-check.journey.ts'
import { rejectedGoodsJourney } from './acceptance/rejected-goods.journey.ts'
import { rejectsReturnJourney } from './acceptance/rejects-return.journey.ts'
import { rejectsScrapJourney } from './acceptance/rejects-scrap.journey.ts'
import { zeroValueReceiptJourney } from './acceptance/zero-value-receipt.journey.ts'
import { arrivalJourney } from './receiving/arrival.journey.ts'
import { consignmentClosingJourney } from './receiving/consignment-closing.journey.ts'
import { directReceiptJourney } from './receiving/direct-receipt.journey.ts'
import { unannouncedArrivalJourney } from './receiving/unannounced-arrival.journey.ts'
import { goodsReceiptJourney } from './receiving/goods-receipt.journey.ts'
import { demandProblemJourney } from './requisition/demand-problem.journey.ts'
import { requisitionJourney } from './requisition/requisition.journey.ts'
import { stockInitialisationJourney } from './stock/stock-initialisation.journey.ts'
import { stockAdjustmentJourney } from './stocktake/stock-adjustment.journey.ts'
import { stocktakingJourney } from './stocktake/stocktaking.journey.ts'
import { transferOrderJourney } from './transfer/transfer-order.journey.ts'
import { transferDifferenceJourney } from './transfer/transfer-difference.journey.ts'
import { crossCompanyIssueJourney } from './issue/cross-company-issue.journey.ts'
import { linkedArrivalJourney } from './receiving/linked-arrival.journey.ts'
import { sharingOfferJourney, sharingRequestJourney } from './transfer/sharing.journey.ts'
import { locationAdjustmentJourney } from './transfer/location-adjustment.journey.ts'
import { customsClearanceJourney } from './delivery/customs-clearance.journey.ts'
import { stockNoteJourney } from './stock/stock-note.journey.ts'
import { batchChangeJourney } from './stock/batch-change.journey.ts'
import { requestDeliveryJourney } from './delivery/request-delivery.journey.ts'
import { batchFreezeJourney } from './freeze/batch-freeze.journey.ts'
import { freezeOrderJourney } from './freeze/freeze-order.journey.ts'
import { freezeReleaseJourney } from './freeze/freeze-release.journey.ts'
import { placeFreezeJourney } from './freeze/place-freeze.journey.ts'
import { overdueRecordJourney } from './overdue/overdue-record.journey.ts'
import { preservationTaskJourney } from './preservation/preservation-task.journey.ts'
import { replenishmentRequestJourney } from './safe-stock/replenishment-request.journey.ts'
import { safeStockChangeJourney } from './safe-stock/safe-stock-change.journey.ts'

// The only list of all journeys; importing this file registers them.
registerJourneys([
  purchaseOrderJourney,
  purchaseRequestJourney,
  reservationJourney,
  salesOrderJourney,
  deliveryNoteJourney,
  problemDocumentJourney,
  arrivalJourney,
  unannouncedArrivalJourney,
  directReceiptJourney,
  consignmentClosingJourney,
  arrivalShortageJourney,
  sampleWithdrawalJourney,
  rejectedGoodsJourney,
  rejectsReturnJourney,
  concessionJourney,
  rejectsScrapJourney,
  zeroValueReceiptJourney,
  inspectionNoticeJourney,
  inspectionOrderJourney,
  inspectionRecordJourney,
  packingCheckJourney,
  goodsReceiptJourney,
  requisitionJourney,
  demandProblemJourney,
  goodsIssueJourney,
  emergencyIssueJourney,
  directIssueJourney,
  stockInitialisationJourney,
  documentHandoverJourney,
  stocktakingJourney,
  stockAdjustmentJourney,
  transferOrderJourney,
  transferDifferenceJourney,
  crossCompanyIssueJourney,
  linkedArrivalJourney,
  locationAdjustmentJourney,
  sharingRequestJourney,
  sharingOfferJourney,
  customsClearanceJourney,
  batchChangeJourney,
  stockNoteJourney,
  overdueRecordJourney,
  batchFreezeJourney,
  freezeOrderJourney,
  freezeReleaseJourney,
  placeFreezeJourney,
  requestDeliveryJourney,
  distributionOrderJourney,
  preservationTaskJourney,
  safeStockChangeJourney,
  replenishmentRequestJourney,
])
