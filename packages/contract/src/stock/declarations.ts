import { batchHistoryQuery } from './batch-history-query.ts'
import { majorHazardQuery } from './major-hazard-query.ts'
import { serialNumberMoveQuery, serialNumberQuery } from './serial-number-query.ts'
import { sharedStockQuery } from './shared-stock-query.ts'
import { stockAsOfQuery } from './stock-as-of-query.ts'
import { stockInitialisation } from './stock-initialisation.ts'
import { stockMoveQuery } from './stock-move-query.ts'
import { stockNote } from './stock-note.ts'
import { stockQuery } from './stock-query.ts'
import { stockNoteQuery, stockRemarkQuery } from './stock-remark-query.ts'
import { batchChange } from './batch-change.ts'

/** The document types of the area. */
export const documents = {
  'stock-initialisation': stockInitialisation,
  'batch-change': batchChange,
  'stock-note': stockNote,
} as const

/** The read-only queries of the area. */
export const queries = {
  stock: stockQuery,
  'stock-as-of': stockAsOfQuery,
  'stock-move': stockMoveQuery,
  'batch-history': batchHistoryQuery,
  'shared-stock': sharedStockQuery,
  'stock-remark': stockRemarkQuery,
  'stock-note-history': stockNoteQuery,
  'major-hazard': majorHazardQuery,
  'serial-number': serialNumberQuery,
  'serial-number-move': serialNumberMoveQuery,
} as const
