import { defineQuery } from '../document/declare/define-query.ts'
import { choice, date, integer, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { criticalities } from '../system/criticality.ts'
import { positionStates, quotaLabels } from './quota-words.ts'

const part = { width: 80 } as const

/**
 * The stock beside the quotas in force (domain.md 1.4): what is free, in inspection, on order and under way, what is reserved
 * and asked for already, what is missing to the maximum: max(0, target − (unrestricted + inspection + on order + under way
 * − reserved) − asked for). SAP: stock requirements list (MD04).
 */
export const safeStockPositionQuery = defineQuery({
  name: 'safe-stock-position',
  area: 'safe-stock',
  label: label('定额储备情况', 'Stock beside its quota'),
  fields: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { width: 104 }),
    description: text(label('物料描述', 'Description'), { width: 150 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 60 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      width: 80,
    }),
    positionState: text(label('储备状态', 'State'), { width: 100 }),
    freeQuantity: quantity(label('可用', 'Free'), part),
    safetyStock: quantity(quotaLabels.safetyStock, part),
    shortQuantity: quantity(label('安全库存缺口', 'Short of safety stock'), { width: 100 }),
    minimumQuantity: quantity(quotaLabels.minimumQuantity, part),
    reorderPoint: quantity(quotaLabels.reorderPoint, part),
    maximumQuantity: quantity(quotaLabels.maximumQuantity, part),
    inspectionQuantity: quantity(label('质检中', 'In inspection'), part),
    orderedQuantity: quantity(label('在订', 'On order'), part),
    underWayQuantity: quantity(label('在途', 'Under way'), part),
    reservedQuantity: quantity(label('已占用', 'Reserved'), part),
    plannedQuantity: quantity(label('预留需求', 'Reserved in the ERP'), part),
    blockedQuantity: quantity(label('冻结', 'Blocked'), part),
    requestedQuantity: quantity(label('已申请', 'Asked for'), part),
    missingQuantity: quantity(label('补库建议', 'Missing'), { width: 90 }),
    unit: reference(label('单位', 'Unit'), 'unit', { width: 56 }),
    criticality: choice(quotaLabels.criticality, criticalities, { width: 80 }),
    leadTimeDays: integer(quotaLabels.leadTimeDays, { width: 110 }),
    purchaseRequester: text(label('请购人', 'Purchase requester'), { width: 90 }),
    quotaBasis: text(quotaLabels.quotaBasis, { width: 160 }),
    documentNo: text(label('维护单号', 'Safety stock change'), { width: 150 }),
    validFrom: date(quotaLabels.effectiveFrom, { width: 100 }),
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
  states: { positionState: positionStates },
  pages: {
    '/Stock/stockSearchSafe': {
      kind: 'query',
      columns: [
        'materialNo',
        'description',
        'storageLocation',
        'positionState',
        'freeQuantity',
        'safetyStock',
        'shortQuantity',
        'missingQuantity',
        'unit',
        'inspectionQuantity',
        'orderedQuantity',
        'underWayQuantity',
        'reservedQuantity',
        'minimumQuantity',
        'plannedQuantity',
        'requestedQuantity',
        'blockedQuantity',
        'plant',
      ],
      filters: [
        'materialNo',
        'plant',
        'storageLocation',
        'positionState',
        'criticality',
        'materialGroup',
      ],
    },
    '/accountManage/quotaStore': {
      kind: 'query',
      columns: [
        'materialNo',
        'description',
        'storageLocation',
        'criticality',
        'maximumQuantity',
        'minimumQuantity',
        'freeQuantity',
        'missingQuantity',
        'unit',
        'positionState',
        'leadTimeDays',
        'quotaBasis',
        'purchaseRequester',
        'documentNo',
        'validFrom',
        'plant',
      ],
      filters: [
        'materialNo',
        'plant',
        'storageLocation',
        'criticality',
        'positionState',
        'materialGroup',
      ],
    },
  },
  // What is missing becomes a replenishment request.
  readers: ['/accountManage/quotaReplenishStoreStatistic'],
})
