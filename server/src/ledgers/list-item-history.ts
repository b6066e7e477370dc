import { itemHistoryQuery } from '@kufang/contract/ledgers/item-history-query.ts'
import { historyRows, rowsImpliedBy, rowsWith } from '../document/history/rows-sql.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

/** What became of items, the latest first, with the goods and the place of each item. */
export const itemHistoryList = bindQuery(itemHistoryQuery, {
  from: historyRows(),
  where: rowsImpliedBy,
  searchWord: rowsWith,
  columns: {
    companyCode: filled('y.company_code'),
    historyNo: filled('y.history_no'),
    at: filled('y.at'),
    itemType: filled('y.item_type'),
    itemId: filled('y.item_id'),
    itemNo: 'y.item_no',
    itemLine: filled('y.item_line'),
    materialNo: 'y.material_no',
    description: 'i.description',
    event: filled('y.event'),
    book: filled('y.book'),
    quantity: filled('y.quantity'),
    unit: 'i.unit',
    documentType: filled('y.document_type'),
    documentId: filled('y.document_id'),
    documentNo: filled('y.document_no'),
    documentLine: filled('y.document_line'),
    userName: `nullif(y.user_name, '')`,
    materialDocument: `nullif(y.material_document, '')`,
    plant: 'y.plant',
    storageLocation: 'y.storage_location',
    materialGroup: 'y.material_group',
  },
})
