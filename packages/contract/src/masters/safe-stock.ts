import { defineMaster } from '../document/declare/define-master.ts'
import { integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

// Who is responsible for quotas, where there are any, and how old stock is.

/** An empty plant, storage location or material group is any. */
const responsible = {
  companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
  storageLocation: reference(
    label('库存地点（空为全部）', 'Storage location (empty: all)'),
    'storage-location',
    {
      width: 170,
    },
  ),
  materialGroup: reference(
    label('物料组（空为全部）', 'Material group (empty: all)'),
    'material-group',
    {
      width: 150,
    },
  ),
  account: reference(label('登录账号', 'Account'), 'user', { required: true, width: 130 }),
} as const

const ofResponsible = [
  'companyCode',
  'plant',
  'storageLocation',
  'materialGroup',
  'account',
] as const

/**
 * Safety stock maintainer 安全库存维护人: who enters the quotas of a material group at a storage location. Where there are
 * such rows, nobody else does; where there are none, everybody with the role.
 */
export const safeStockMaintainer = defineMaster({
  name: 'safe-stock-maintainer',
  area: 'masters',
  label: label('安全库存维护人', 'Safety stock maintainer'),
  fields: {
    ...responsible,
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ofResponsible,
  display: 'remark',
  search: ['account', 'storageLocation', 'materialGroup', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', materialGroup: 'materialGroup' },
  pages: {
    '/base/safeInventoryEditUser': {
      kind: 'master',
      edits: true,
      filters: ['plant', 'storageLocation', 'materialGroup', 'account', 'validTo'],
    },
  },
})

/**
 * Purchase requester 请购人安全库存配置: who asks for what is missing of a material group at a storage location, and for which
 * purchasing group. Where there are such rows, nobody else asks, and the list of what is missing names them.
 */
export const safeStockRequester = defineMaster({
  name: 'safe-stock-requester',
  area: 'masters',
  label: label('请购人', 'Purchase requester'),
  fields: {
    ...responsible,
    purchasingGroup: text(label('采购组', 'Purchasing group'), { lengthMax: 3, width: 90 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ofResponsible,
  display: 'remark',
  search: ['account', 'storageLocation', 'materialGroup', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', materialGroup: 'materialGroup' },
  pages: {
    '/base/safeInventoryUserQgr': {
      kind: 'master',
      edits: true,
      filters: ['plant', 'storageLocation', 'materialGroup', 'account', 'purchasingGroup'],
    },
  },
})

/**
 * Storage location with safety stock 安全库存地点: where quotas are kept, and how long a purchase usually takes there. A plant
 * with such rows has quotas there only; one without has them everywhere.
 */
export const safeStockLocation = defineMaster({
  name: 'safe-stock-location',
  area: 'masters',
  label: label('安全库存地点', 'Storage location with safety stock'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 160,
    }),
    leadTimeDays: integer(label('常用采购周期（天）', 'Usual lead time (days)'), {
      required: true,
      minimum: '1',
      maximum: '1095',
      width: 130,
    }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ['companyCode', 'plant', 'storageLocation'],
  display: 'remark',
  search: ['storageLocation', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  pages: {
    '/base/safeStockLocation': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'plant', 'storageLocation', 'validTo'],
    },
  },
})

/**
 * Stock age 库龄: the name of the stock that is so many months old, in a company. A row ends where the one with the next
 * larger number of months begins.
 */
export const stockAge = defineMaster({
  name: 'stock-age',
  area: 'masters',
  label: label('库龄', 'Stock age'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    stockAge: text(label('库龄编码', 'Stock age'), { required: true, lengthMax: 10, width: 100 }),
    fromMonths: integer(label('满几个月起', 'From months'), {
      required: true,
      minimum: '0',
      maximum: '600',
      width: 110,
    }),
    name: text(label('库龄名称', 'Name'), { required: true, lengthMax: 20, width: 140 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
  },
  key: ['companyCode', 'stockAge'],
  display: 'name',
  search: ['stockAge', 'name', 'remark'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/inventoryAgeRel': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'stockAge', 'name', 'isActive'],
    },
  },
})
