import { inspectionResultQuery } from '@kufang/contract/acceptance/inspection-result-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'

/** The characteristics with a name like the pattern: they are few, and an index knows their results. */
const isNamed = (line: string, pattern: string): string =>
  `(${line}.company_code, ${line}.material_group, ${line}.characteristic) in (
     select c.company_code, c.material_group, c.characteristic from inspection_characteristic c where search_form(c.name) like ${pattern})`

/** As the indexes of the texts of sheets and of their lines have them. */
const textOfLine = searchTextSql(['s.description', 's.material_no', 's.source_no'])
const textOfSheet = searchTextSql(['r.doc_no', 'r.report_no'])

/** The lines of concluded record sheets, latest first. */
export const inspectionResultList = bindQuery(inspectionResultQuery, {
  from: `inspection_record h
    join inspection_record_line l on l.company_code = h.company_code and l.document_id = h.id`,
  where: `h.state in ('passed', 'failed')`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? `(search_form(h.doc_no) like ${pattern} or search_form(l.material_no) like ${pattern} or search_form(l.description) like ${pattern} or ${isNamed('l', pattern)})`
      : `(l.company_code, l.document_id, l.line_no) in (
          select s.company_code, s.document_id, s.line_no from inspection_record_line s
          where ${hasWordSql(textOfLine, indexed)} and (search_form(s.description) like ${pattern} or search_form(s.material_no) like ${pattern})
          union all
          select s.company_code, s.document_id, s.line_no from inspection_record r
          join inspection_record_line s on s.company_code = r.company_code and s.document_id = r.id
          where ${hasWordSql(textOfSheet, indexed)} and search_form(r.doc_no) like ${pattern}
          union all
          select s.company_code, s.document_id, s.line_no from inspection_record_line s where ${isNamed('s', pattern)})`,
  columns: {
    companyCode: filled('h.company_code'),
    id: filled('h.id'),
    lineNo: filled('l.line_no'),
    docNo: filled('h.doc_no'),
    // A concluded sheet has the time of its conclusion, and the results of its lines.
    concludedAt: filled('h.concluded_at'),
    supplierNo: 'h.supplier_no',
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    materialNo: filled('l.material_no'),
    description: 'l.description',
    materialGroup: 'l.material_group',
    batch: 'l.batch',
    characteristic: 'l.characteristic',
    characteristicName: {
      ...filled('l.characteristic_name'),
      hasPattern: (pattern) => isNamed('l', pattern),
    },
    importance: 'l.importance',
    sampledValues: 'l.sampled_values',
    samples: 'l.samples',
    failedSamples: 'l.failed_samples',
    average: 'l.average',
    lowest: 'l.lowest',
    highest: 'l.highest',
    lowerLimit: 'l.lower_limit',
    upperLimit: 'l.upper_limit',
    measuringUnit: 'l.measuring_unit',
    verdict: 'l.verdict',
  },
  isReport: true,
})
