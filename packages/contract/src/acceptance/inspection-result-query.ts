import { characteristicLabels, importances } from '../masters/inspection-characteristic.ts'
import { state } from '../document/declare/define-document.ts'
import { defineQuery } from '../document/declare/define-query.ts'
import { choice, decimal, instant, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { lineVerdicts } from './inspection-record.ts'

/**
 * The results of concluded record sheets, one row for each characteristic of each delivery, latest first: what a supplier
 * delivers over time (spec domain.md 1.2). Suppliers see none of it. SAP: inspection results.
 */
export const inspectionResultQuery = defineQuery({
  name: 'inspection-result',
  area: 'acceptance',
  label: label('检验结果', 'Inspection results'),
  fields: {
    docNo: text(label('记录表号', 'Record sheet'), { width: 140 }),
    lineNo: integer(label('行', 'Line'), { width: 50 }),
    concludedAt: instant(label('出具时间', 'Concluded at'), { width: 140 }),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { width: 180 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 120 }),
    description: text(label('物料描述', 'Description'), { width: 200 }),
    batch: text(label('批次', 'Batch'), { code: 'capitals', width: 100 }),
    characteristic: text(label('项目编码', 'Code'), { width: 80 }),
    characteristicName: text(label('检验项目', 'Characteristic'), { width: 130 }),
    importance: choice(characteristicLabels.importance, importances, { width: 90 }),
    sampledValues: text(label('实测值', 'Sampled values'), { width: 180 }),
    samples: integer(label('实测数', 'Sampled'), { width: 70 }),
    failedSamples: integer(label('不合格数', 'Failed'), { isTotalled: true, width: 80 }),
    average: decimal(label('平均值', 'Average'), { width: 80 }),
    lowest: decimal(label('最小值', 'Lowest'), { width: 80 }),
    highest: decimal(label('最大值', 'Highest'), { width: 80 }),
    lowerLimit: decimal(characteristicLabels.lowerLimit, { width: 80 }),
    upperLimit: decimal(characteristicLabels.upperLimit, { width: 80 }),
    measuringUnit: text(characteristicLabels.measuringUnit, { width: 80 }),
    verdict: choice(label('单项结论', 'Verdict'), lineVerdicts, { width: 90 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 100 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 90,
    }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
  },
  identifiers: { id: 'uuid' },
  key: ['companyCode', 'id', 'lineNo'],
  sort: { field: 'concludedAt', direction: 'desc' },
  search: ['docNo', 'materialNo', 'description', 'characteristicName'],
  links: { docNo: { document: 'inspection-record', id: 'id' } },
  states: {
    verdict: {
      passed: state(lineVerdicts.passed, 'done'),
      failed: state(lineVerdicts.failed, 'failed'),
    },
  },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  pages: {
    '/preQualityInspectionNotice/inspectionResultQuery': {
      kind: 'query',
      columns: [
        'docNo',
        'concludedAt',
        'supplierNo',
        'materialNo',
        'description',
        'characteristicName',
        'verdict',
        'average',
        'lowest',
        'highest',
        'lowerLimit',
        'upperLimit',
        'measuringUnit',
        'samples',
        'failedSamples',
        'importance',
        'batch',
      ],
      filters: [
        'supplierNo',
        'materialGroup',
        'characteristicName',
        'verdict',
        'materialNo',
        'concludedAt',
      ],
    },
  },
  readers: [
    '/preQualityInspectionNotice/materialScienceInfo',
    '/preQualityInspectionNotice/preQualityInspectionOrders',
  ],
})
