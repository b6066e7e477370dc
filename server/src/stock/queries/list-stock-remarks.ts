import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { stockNoteQuery, stockRemarkQuery } from '@kufang/contract/stock/stock-remark-query.ts'
import { bindQuery, filled } from '../../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../../platform/list/search-text.ts'
import { createParameters } from '../parameters.ts'
import { searchStock } from './list-stock.ts'
import { scopeWithinCompanies } from './scope.ts'

const searched = (alias: string) =>
  ['note_no', 'note_text', 'noted_by_name'].map((name) => `${alias}.${name}`)

const today = `(now() at time zone '${companyTimeZone}')::date`

/** The stock with the last note on each row, within the person's scope: from the notes, or from the stock if all is wanted. */
export const stockRemarkList = bindQuery(stockRemarkQuery, {
  from: ({ rows }) => {
    const until = rows === 'relevant' ? ` and n.matters_until >= ${today}` : ''
    const stock =
      rows === 'all'
        ? '(select * from stock_balance where has_stock) b left join stock_row_note n'
        : `stock_row_note n join stock_balance b`
    return `${stock} on n.company_code = b.company_code and n.key_id = b.key_id${until}
      left join material m on m.material_no = b.material_no`
  },
  searchText: { of: ['noteText', 'noteNo', 'notedByName'], columns: searched('n') },
  searchWord: (word) =>
    searchStock(word, {
      columns: searched('n'),
      rows: (pattern, indexed) =>
        `select r.company_code, r.key_id from stock_row_note r
         where ${hasWordSql(searchTextSql(searched('r')), indexed)}
           and (${searched('r')
             .map((sql) => `search_form(${sql}) like ${pattern}`)
             .join(' or ')})`,
    }),
  columns: {
    companyCode: filled('b.company_code'),
    keyId: filled('b.key_id'),
    materialNo: filled('b.material_no'),
    description: 'm.description',
    plant: filled('b.plant'),
    storageLocation: filled('b.storage_location'),
    bin: filled('b.bin'),
    batch: filled('b.batch'),
    noteId: 'n.note_id',
    noteNo: 'n.note_no',
    noteText: 'n.note_text',
    relevantUntil: 'n.relevant_until',
    notedByName: 'n.noted_by_name',
    notedAt: 'n.noted_at',
    noteCount: 'n.note_count',
    quantity: filled('b.quantity'),
    unit: 'm.unit',
    stockCategory: filled('b.stock_category'),
    specialStock: filled('b.special_stock'),
    specialStockReference: filled('b.special_stock_reference'),
    materialGroup: filled('b.material_group'),
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    return { sql: scopeWithinCompanies(scope, 'b', parameters), values: parameters.values }
  },
  inOrderOf: () => ['materialNo'],
})

/** The notes on one row of the stock, for those who may see the row. */
export const stockNoteList = bindQuery(stockNoteQuery, {
  from: ({ keyId }, bind) => `(
    select h.company_code, h.id as note_id, h.doc_no, h.state, h.note_text, h.relevant_until, h.created_by_name, h.created_at,
      h.corrects_no, h.withdrawal_reason, k.id as key_id
    from stock_key k
    join stock_note_line l on l.company_code = k.company_code and l.material_no = k.material_no
      and coalesce(l.bin, '') = k.bin and coalesce(l.batch, '') = k.batch and l.stock_category = k.stock_category
      and coalesce(l.special_stock, '') = k.special_stock
      and coalesce(l.special_stock_reference, '') = k.special_stock_reference
    join stock_note h on h.company_code = l.company_code and h.id = l.document_id and h.plant = k.plant
      and h.storage_location = k.storage_location and h.state <> 'draft'
    where k.id = ${bind(keyId)} and k.place = 'stock' and k.book = 'ERP'
  ) n`,
  columns: {
    noteId: filled('n.note_id'),
    companyCode: filled('n.company_code'),
    noteNo: filled('n.doc_no'),
    state: filled('n.state'),
    noteText: filled('n.note_text'),
    relevantUntil: 'n.relevant_until',
    notedByName: filled('n.created_by_name'),
    notedAt: filled('n.created_at'),
    correctsNo: 'n.corrects_no',
    withdrawalReason: 'n.withdrawal_reason',
    fileCount: `(select count(*)::integer from attachment a where a.company_code = n.company_code
      and a.document_type = 'stock-note' and a.document_id = n.note_id and a.removed_at is null)`,
  },
  scope: ({ scope }) => {
    const parameters = createParameters()
    const sql = scopeWithinCompanies(scope, 'b', parameters)
    return {
      sql: `exists (select 1 from stock_balance b where b.company_code = n.company_code and b.key_id = n.key_id and ${sql})`,
      values: parameters.values,
    }
  },
})
