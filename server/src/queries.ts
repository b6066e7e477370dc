import type { QueryName } from '@kufang/contract/queries.ts'
import type { BoundQuery } from './document/list/bind-query.ts'
import { inspectionResultList } from './acceptance/list-inspection-results.ts'
import { distributionBoardList } from './distribution/list-distribution-board.ts'
import { legacyDocumentList, legacyImportList } from './legacy-documents/list-legacy.ts'
import { arrivalLedgerList } from './ledgers/list-arrival-ledger.ts'
import { itemHistoryList } from './ledgers/list-item-history.ts'
import { pickingWalkList } from './issue/list-picking-walk.ts'
import { matchingReservationList } from './requisition/matching-reservations.ts'
import { alarmList } from './logs/alarm-list.ts'
import { callList } from './logs/call-list.ts'
import { operationList } from './logs/operation-list.ts'
import { postingList } from './logs/posting-list.ts'
import { timelyStorageList } from './performance/timely-storage-list.ts'
import { periodCutOffList } from './reports/period-cut-off-list.ts'
import { periodStockList } from './reports/period-stock-list.ts'
import { batchHistoryList } from './stock/queries/list-batch-history.ts'
import { majorHazardList } from './stock/queries/list-major-hazards.ts'
import { serialNumberList, serialNumberMoveList } from './stock/queries/list-serial-numbers.ts'
import { moveList } from './stock/queries/list-moves.ts'
import { stockAsOfList } from './stock/queries/list-stock-as-of.ts'
import { sharedStockList } from './transfer/list-shared-stock.ts'
import { stockNoteList, stockRemarkList } from './stock/queries/list-stock-remarks.ts'
import { stockList } from './stock/queries/list-stock.ts'
import { safeStockPositionList } from './safe-stock/list-positions.ts'
import { safeStockList } from './safe-stock/list-versions.ts'
import { countAccuracyList } from './stocktake/list-count-accuracy.ts'
import { consignmentDrawnList } from './supplier-portal/list-consignment-drawn.ts'

/** The only list of the SQL of declared queries; a missing one does not compile. */
export const boundQueries: Record<QueryName, BoundQuery> = {
  stock: stockList,
  'stock-as-of': stockAsOfList,
  'stock-move': moveList,
  'batch-history': batchHistoryList,
  'shared-stock': sharedStockList,
  'stock-remark': stockRemarkList,
  'stock-note-history': stockNoteList,
  'major-hazard': majorHazardList,
  'serial-number': serialNumberList,
  'serial-number-move': serialNumberMoveList,
  'count-accuracy': countAccuracyList,
  'arrival-ledger': arrivalLedgerList,
  'item-history': itemHistoryList,
  'safe-stock': safeStockList,
  'safe-stock-position': safeStockPositionList,
  'legacy-document': legacyDocumentList,
  'legacy-import': legacyImportList,
  'period-stock': periodStockList,
  'period-cut-off': periodCutOffList,
  'timely-storage': timelyStorageList,
  'picking-walk': pickingWalkList,
  'matching-reservation': matchingReservationList,
  'inspection-result': inspectionResultList,
  'distribution-board': distributionBoardList,
  'consignment-drawn': consignmentDrawnList,
  'erp-posting': postingList,
  'erp-call': callList,
  'erp-alarm': alarmList,
  operation: operationList,
}
