import { countAccuracyQuery } from '@kufang/contract/stocktake/count-accuracy-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { monthOf, withinMonth } from '../document/list/within-month.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'

/** As the indexes of the texts of orders and of their lines have them. */
const textOfLine = searchTextSql(['s.description', 's.material_no', 's.source_no'])
const textOfOrder = searchTextSql(['o.doc_no'])

/** The lines of counts that were compared with the books, the latest first. */
export const countAccuracyList = bindQuery(countAccuracyQuery, {
  from: `stocktaking_line l
    join stocktaking h on h.company_code = l.company_code and h.id = l.document_id
    left join bin n on n.company_code = h.company_code and n.plant = h.plant and n.storage_location = h.storage_location and n.bin = l.bin
    left join storage_location s on s.company_code = h.company_code and s.plant = h.plant and s.storage_location = h.storage_location`,
  // A count given up says nothing of the books.
  where: (filters) =>
    `l.counted_at is not null and l.is_different is not null and h.state not in ('draft', 'counting', 'toRecount', 'cancelled')
      and ${withinMonth('period', 'l.counted_at', filters)}`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `(search_form(h.doc_no) like ${pattern} or search_form(l.material_no) like ${pattern} or search_form(l.description) like ${pattern})`
      : `(l.company_code, l.document_id, l.line_no) in (
          select s.company_code, s.document_id, s.line_no from stocktaking_line s
          where ${hasWordSql(textOfLine, indexed)} and (search_form(s.description) like ${pattern} or search_form(s.material_no) like ${pattern})
          union all
          select s.company_code, s.document_id, s.line_no from stocktaking o
          join stocktaking_line s on s.company_code = o.company_code and s.document_id = o.id
          where ${hasWordSql(textOfOrder, indexed)} and search_form(o.doc_no) like ${pattern})`,
  columns: {
    companyCode: filled('l.company_code'),
    id: filled('l.document_id'),
    materialGroup: 'l.material_group',
    period: filled(monthOf('l.counted_at')),
    keeperName: filled(`coalesce(nullif(h.keeper_name, ''), s.keeper_name, '')`),
    binArea: filled(`coalesce(n.area, '')`),
    docNo: filled('h.doc_no'),
    lineNo: filled('l.line_no'),
    countType: 'h.count_type',
    plant: 'h.plant',
    storageLocation: 'h.storage_location',
    bin: 'l.bin',
    materialNo: filled('l.material_no'),
    description: 'l.description',
    bookAtCount: 'l.book_at_count',
    differenceQuantity: 'l.difference_quantity',
    unit: filled('l.unit'),
    differenceReason: 'l.difference_reason',
    isAccurate: filled('(not l.is_different)'),
    countedAt: filled('l.counted_at'),
    countedLines: filled('1'),
    accurateLines: filled('(not l.is_different)::integer'),
  },
  isReport: true,
})
