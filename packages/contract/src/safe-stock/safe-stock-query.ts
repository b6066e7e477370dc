import { defineQuery } from '../document/declare/define-query.ts'
import {
  choice,
  date,
  instant,
  integer,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { criticalities } from '../system/criticality.ts'
import { quotaLabels, versionStates } from './quota-words.ts'

const valued = { isTotalled: true, width: 120 } as const

/**
 * The quotas of materials with all versions that were approved: which counts, which will, which did. SAP: safety
 * stock.
 */
export const safeStockQuery = defineQuery({
  name: 'safe-stock',
  area: 'safe-stock',
  label: label('安全库存', 'Safety stock'),
  fields: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 110 }),
    description: text(label('物料描述', 'Description'), { width: 200 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 70 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 90,
    }),
    versionState: text(label('版本状态', 'Version'), { width: 90 }),
    safetyStock: quantity(quotaLabels.safetyStock, { width: 90 }),
    minimumQuantity: quantity(quotaLabels.minimumQuantity, { width: 90 }),
    reorderPoint: quantity(quotaLabels.reorderPoint, { width: 90 }),
    maximumQuantity: quantity(quotaLabels.maximumQuantity, { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    leadTimeDays: integer(quotaLabels.leadTimeDays, { width: 110 }),
    criticality: choice(quotaLabels.criticality, criticalities, { width: 90 }),
    validFrom: date(label('生效日期', 'Valid from'), { width: 100 }),
    validTo: date(label('失效日期', 'Valid to'), { width: 100 }),
    documentNo: text(label('维护单号', 'Safety stock change'), { width: 150 }),
    quotaBasis: text(quotaLabels.quotaBasis, { width: 180 }),
    maintainedByName: text(label('维护人', 'Maintained by'), { width: 90 }),
    approvedByName: text(label('批准人', 'Approved by'), { width: 90 }),
    approvedAt: instant(label('批准时间', 'Approved at'), { width: 140 }),
    safetyStockAmount: money(label('安全库存金额', 'Amount of the safety stock'), valued),
    maximumAmount: money(label('最高储备金额', 'Amount of the maximum'), valued),
    specification: text(label('规格型号', 'Specification'), { width: 140 }),
    companyCode: reference(label('公司', 'Company'), 'company', { width: 70 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 90 }),
  },
  identifiers: { documentId: 'uuid', lineNo: 'integer' },
  key: ['documentId', 'lineNo', 'companyCode'],
  sort: { field: 'materialNo', direction: 'asc' },
  search: ['materialNo', 'description', 'documentNo'],
  links: { documentNo: { document: 'safe-stock-change', id: 'documentId' } },
  scope: {
    companyCode: 'companyCode',
    plant: 'plant',
    storageLocation: 'storageLocation',
    materialGroup: 'materialGroup',
  },
  states: { versionState: versionStates },
  pages: {
    '/SafeStock/safeStockSearch': {
      kind: 'query',
      columns: [
        'materialNo',
        'description',
        'plant',
        'storageLocation',
        'versionState',
        'safetyStock',
        'minimumQuantity',
        'reorderPoint',
        'maximumQuantity',
        'unit',
        'leadTimeDays',
        'criticality',
        'validFrom',
        'validTo',
        'documentNo',
        'quotaBasis',
        'approvedByName',
      ],
      filters: [
        'materialNo',
        'plant',
        'storageLocation',
        'versionState',
        'criticality',
        'validFrom',
      ],
      opensWith: { versionState: ['current', 'future'] },
    },
    '/SafeStock/safeStockPrice': {
      kind: 'query',
      columns: [
        'materialNo',
        'description',
        'plant',
        'storageLocation',
        'versionState',
        'safetyStock',
        'safetyStockAmount',
        'maximumQuantity',
        'maximumAmount',
        'unit',
        'criticality',
        'validFrom',
        'validTo',
        'documentNo',
      ],
      filters: ['materialNo', 'plant', 'storageLocation', 'versionState', 'materialGroup'],
      // Their amounts are added up, and a material has one version in force.
      opensWith: { versionState: ['current'] },
    },
  },
})
