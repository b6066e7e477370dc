import { defineMaster } from '../document/declare/define-master.ts'
import { instant, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

// Suppliers and recipients of goods.

/**
 * Supplier 供应商 (LFA1), mirrored. The user of a supplier sees only the documents of that supplier. SAP: vendor (LIFNR).
 */
export const supplier = defineMaster({
  name: 'supplier',
  area: 'masters',
  label: label('供应商', 'Supplier'),
  fields: {
    supplierNo: text(label('供应商编码', 'Supplier'), {
      required: true,
      lengthMax: 10,
      width: 110,
    }),
    name: text(label('供应商名称', 'Supplier name'), {
      required: true,
      lengthMax: 120,
      width: 260,
    }),
    nameEn: text(label('英文名称', 'English name'), { lengthMax: 120, width: 220 }),
    contactName: text(label('联系人', 'Contact'), { isPersonal: true, lengthMax: 30, width: 90 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    address: text(label('地址', 'Address'), { isPersonal: true, lengthMax: 120, width: 240 }),
    syncedAt: instant(label('同步时间', 'Synchronised at'), { by: 'server', width: 150 }),
  },
  key: ['supplierNo'],
  display: 'name',
  search: ['supplierNo', 'name', 'nameEn'],
  scope: { supplierNo: 'supplierNo' },
  isMirror: true,
  localFields: ['nameEn', 'contactName', 'telephone', 'address'],
  pages: {},
})

/** Picking unit 领料单位: an organisation that withdraws goods. */
export const pickingUnit = defineMaster({
  name: 'picking-unit',
  area: 'masters',
  label: label('领料单位', 'Picking unit'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    pickingUnit: text(label('领料单位编码', 'Picking unit'), {
      required: true,
      lengthMax: 20,
      width: 120,
    }),
    name: text(label('领料单位名称', 'Name'), { required: true, lengthMax: 60, width: 220 }),
    costCenter: text(label('成本中心', 'Cost centre'), {
      code: 'alpha',
      lengthMax: 10,
      width: 110,
    }),
    headName: text(label('主管', 'Head'), { isPersonal: true, lengthMax: 30, width: 90 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'pickingUnit'],
  display: 'name',
  search: ['pickingUnit', 'name', 'costCenter'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/pickingUnit': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'pickingUnit', 'name', 'costCenter'],
    },
  },
})

/**
 * Requester 领料人: a person who may sign for goods of a picking unit. SAP: goods recipient (WEMPF).
 */
export const requester = defineMaster({
  name: 'requester',
  area: 'masters',
  label: label('领料人', 'Requester'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    requester: text(label('领料人编码', 'Requester'), {
      required: true,
      lengthMax: 20,
      width: 120,
    }),
    name: text(label('姓名', 'Name'), { required: true, lengthMax: 30, width: 100 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      width: 160,
    }),
    account: reference(label('登录账号', 'Account'), 'user', { width: 120 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'requester'],
  display: 'name',
  search: ['requester', 'name', 'telephone'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/materialPersonManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'pickingUnit', 'requester', 'name'],
    },
  },
})

/** User 用户, for pickers only: users are maintained under /system. SAP: user. */
export const user = defineMaster({
  name: 'user',
  area: 'masters',
  label: label('用户', 'User'),
  fields: {
    account: text(label('账号', 'Account'), { required: true, lengthMax: 60, width: 120 }),
    userName: text(label('姓名', 'Name'), { required: true, lengthMax: 60, width: 120 }),
  },
  key: ['account'],
  display: 'userName',
  search: ['account', 'userName'],
  scope: {},
  isMirror: true,
  pages: {},
})
