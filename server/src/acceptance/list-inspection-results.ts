import { inspectionResultQuery } from '@kufang/contract/acceptance/inspection-result-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

/** The lines of concluded record sheets, latest first. */
export const inspectionResultList = bindQuery(inspectionResultQuery, {
  from: `inspection_record h
    join inspection_record_line l on l.company_code = h.company_code and l.document_id = h.id`,
  where: `h.state in ('passed', 'failed')`,
  columns: {
    companyCode: filled('h.company_code'),
    id: filled('h.id'),
    lineNo: filled('l.line_no'),
    docNo: filled('h.doc_no'),
    concludedAt: 'h.concluded_at',
    supplierNo: 'h.supplier_no',
    plant: filled('h.plant'),
    storageLocation: filled('h.storage_location'),
    materialNo: filled('l.material_no'),
    description: 'l.description',
    materialGroup: 'l.material_group',
    batch: 'l.batch',
    characteristic: 'l.characteristic',
    characteristicName: 'l.characteristic_name',
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
