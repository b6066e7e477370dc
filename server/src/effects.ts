import { inspectionNoticeEffects } from './acceptance/inspection-notice.effects.ts'
import { inspectionOrderEffects } from './acceptance/inspection-order.effects.ts'
import { inspectionRecordEffects } from './acceptance/inspection-record.effects.ts'
import { deliveryNoteEffects } from './delivery/delivery-note.effects.ts'
import { problemDocumentEffects } from './delivery/problem-document.effects.ts'
import { distributionOrderEffects } from './distribution/distribution-order.effects.ts'
import { registerEffects } from './document/effects/effects.ts'
import { registerProof } from './ledger/public.ts'
import { historyProof } from './document/storage/prove-history.ts'
import { registerSourceRefresh } from './document/draft/source-refresh.ts'
import { readMirrorAgain } from './external-documents/public.ts'
import { directIssueEffects } from './issue/direct-issue.effects.ts'
import { emergencyIssueEffects } from './requisition/emergency-issue.effects.ts'
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
import { demandProblemEffects } from './requisition/demand-problem.effects.ts'
import { requisitionEffects } from './requisition/requisition.effects.ts'
import { documentHandoverEffects } from './handover/document-handover.effects.ts'
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
import { batchFreezeEffects } from './freeze/batch-freeze.effects.ts'
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
  batchFreezeEffects,
  placeFreezeEffects,
  requestDeliveryEffects,
  distributionOrderEffects,
  preservationTaskEffects,
  safeStockChangeEffects,
  replenishmentRequestEffects,
])

registerSourceRefresh(readMirrorAgain)

// The histories of items are what the lines of the documents say.
registerProof(historyProof)
