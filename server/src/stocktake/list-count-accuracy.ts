import { countAccuracyQuery } from '@kufang/contract/stocktake/count-accuracy-query.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

/** The lines of counts that were compared with the books, the latest first. */
export const countAccuracyList = bindQuery(countAccuracyQuery, {
  from: `stocktaking_line l
    join stocktaking h on h.company_code = l.company_code and h.id = l.document_id
    left join bin n on n.company_code = h.company_code and n.plant = h.plant and n.storage_location = h.storage_location and n.bin = l.bin
    left join storage_location s on s.company_code = h.company_code and s.plant = h.plant and s.storage_location = h.storage_location`,
  // A count given up says nothing of the books.
  where: `l.counted_at is not null and l.is_different is not null and h.state not in ('draft', 'counting', 'toRecount', 'cancelled')`,
  columns: {
    companyCode: filled('l.company_code'),
    id: filled('l.document_id'),
    materialGroup: 'l.material_group',
    period: filled(`to_char(l.counted_at at time zone '${companyTimeZone}', 'YYYYMM')`),
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
