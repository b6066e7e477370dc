import { arrivalLedgerQuery } from '@kufang/contract/ledgers/arrival-ledger-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'

/** As the indexes of the texts of arrivals and of their lines have them, the lines as `alias`. */
const textsOfLine = (alias: string): string[] =>
  ['description', 'material_no', 'purchase_order_no', 'source_no'].map((name) => `${alias}.${name}`)
const textOfLine = searchTextSql(textsOfLine('s'))
const textOfArrival = searchTextSql(['o.doc_no'])
const wordIn = (pattern: string, alias = 's'): string =>
  textsOfLine(alias)
    .map((column) => `search_form(${column}) like ${pattern}`)
    .join(' or ')

/** The lines that arrived, the newest first, each with its receipts and what was issued since. */
export const arrivalLedgerList = bindQuery(arrivalLedgerQuery, {
  from: `arrival h
    join arrival_line l on l.company_code = h.company_code and l.document_id = h.id
    left join lateral (
      select coalesce(sum(g.quantity), 0) as quantity, string_agg(distinct g.document_no, '、') as numbers,
        string_agg(distinct g.material_document, '、') as documents, bool_and(g.posted >= g.quantity) as is_posted
      from (
        select y.document_no, sum(y.quantity) filter (where y.book = 'stock') as quantity,
          coalesce(sum(y.quantity) filter (where y.book = 'erp'), 0) as posted,
          case when sum(y.quantity) filter (where y.book = 'erp') > 0 then (array_agg(y.material_document order by y.history_no desc)
            filter (where y.book = 'erp' and y.quantity > 0))[1] end as material_document
        from item_history y
        where y.company_code = h.company_code and y.item_type = 'arrival' and y.item_id = h.id and y.item_line = l.line_no
          and y.event = 'received'
        group by y.company_code, y.document_no, y.document_id, y.document_line
        having sum(y.quantity) filter (where y.book = 'stock') > 0
      ) g
    ) receipt on true
    left join lateral (
      select coalesce(sum(m.quantity), 0) as quantity
      from stock_key s
      join stock_move m on m.company_code = s.company_code and m.from_key = s.id and m.moved_at >= h.arrived_at
      join stock_key t on t.company_code = m.company_code and t.id = m.to_key and t.place in ('consumption', 'customer')
      where s.company_code = h.company_code and s.material_no = l.material_no and s.batch = coalesce(l.batch, '')
        and s.plant = h.plant and s.storage_location = h.storage_location
    ) issued on true`,
  where: `h.state <> 'draft'`,
  searchText: [
    { of: ['docNo'], columns: ['h.doc_no'] },
    { of: ['description', 'purchaseOrderNo', 'sourceNo'], columns: textsOfLine('l') },
  ],
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `(search_form(h.doc_no) like ${pattern} or ${wordIn(pattern, 'l')})`
      : `(l.company_code, l.document_id, l.line_no) in (
          select s.company_code, s.document_id, s.line_no from arrival_line s
          where ${hasWordSql(textOfLine, indexed)} and (${wordIn(pattern)})
          union all
          select s.company_code, s.document_id, s.line_no from arrival o
          join arrival_line s on s.company_code = o.company_code and s.document_id = o.id
          where ${hasWordSql(textOfArrival, indexed)} and search_form(o.doc_no) like ${pattern})`,
  columns: {
    companyCode: filled('h.company_code'),
    id: filled('h.id'),
    lineNo: filled('l.line_no'),
    docNo: filled('h.doc_no'),
    stage: filled(
      `(case when h.state = 'reversed' then 'reversed'
        when receipt.quantity >= l.quantity - l.closed_quantity and receipt.quantity > 0 then
          case when receipt.is_posted then 'posted' else 'toPost' end
        when receipt.quantity > 0 then 'partly'
        when l.closed_quantity >= l.quantity then 'nothingLeft'
        when l.needs_inspection and coalesce(l.accepted_quantity, 0) + coalesce(l.rejected_quantity, 0) = 0 then 'inspecting' else 'toReceive' end)`,
    ),
    materialNo: filled('l.material_no'),
    description: 'l.description',
    quantity: filled('l.quantity'),
    acceptedQuantity: 'l.accepted_quantity',
    rejectedQuantity: 'l.rejected_quantity',
    destroyedQuantity: 'l.destroyed_quantity',
    receivedQuantity: filled('receipt.quantity'),
    issuedQuantity: filled('issued.quantity'),
    unit: filled('l.unit'),
    receiptNos: 'receipt.numbers',
    materialDocuments: `coalesce(receipt.documents, l.material_document)`,
    arrivedAt: 'h.arrived_at',
    createdAt: filled('h.created_at'),
    purchaseOrderNo: 'l.purchase_order_no',
    sourceNo: 'l.source_no',
    supplierNo: 'h.supplier_no',
    batch: 'l.batch',
    needsInspection: filled('coalesce(l.needs_inspection, false)'),
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    materialGroup: 'l.material_group',
  },
  gathered: {
    rowsMax: 10_000,
    totalsMax: 2000,
    inOrderOf: ['createdAt'],
    apart: ['receipt', 'issued'],
  },
})
