import { defineMaster } from '../document/declare/define-master.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

// What picking units may draw from, and the departments of companies.

/**
 * Picking unit and storage location 领料单位与库存地点: where a unit may draw from. A unit with live rows draws from these
 * places only; one without draws from every place of its company. SAP: storage location of a picking unit.
 */
export const pickingUnitStorageLocation = defineMaster({
  name: 'picking-unit-storage-location',
  area: 'masters',
  label: label('领料单位与库存地点', 'Storage location of a picking unit'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      width: 180,
    }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 160,
    }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ['companyCode', 'pickingUnit', 'plant', 'storageLocation'],
  display: 'remark',
  search: ['pickingUnit', 'storageLocation', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  pages: {
    '/base/wbsDeptInventoryRel': {
      kind: 'screen',
      edits: true,
      filters: ['pickingUnit', 'plant', 'storageLocation', 'validTo'],
    },
  },
})

/**
 * Picking unit and plant 领料单位公司工厂关系: the plants from which a unit may draw. A unit with live rows draws from these
 * only; one without draws from every plant of its company. SAP: plant of a picking unit.
 */
export const pickingUnitPlant = defineMaster({
  name: 'picking-unit-plant',
  area: 'masters',
  label: label('领料单位公司工厂关系', 'Plant of a picking unit'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      width: 180,
    }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 120 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ['companyCode', 'pickingUnit', 'plant'],
  display: 'remark',
  search: ['pickingUnit', 'plant', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant' },
  pages: {
    '/base/wbcUserComFactoryRel': {
      kind: 'screen',
      edits: true,
      filters: ['companyCode', 'pickingUnit', 'plant', 'validTo'],
    },
  },
})

const ofOwner = { keyFrom: { companyCode: 'ownerCompanyCode' } } as const

/**
 * Picking unit and storage location of another company 领料单位与库存地点(跨公司): whose shared stock a unit is shown and may ask
 * for. A unit with live rows is shown these places only; one without is shown every place of the companies that share.
 * SAP: storage location of another company for a picking unit.
 */
export const pickingUnitCrossLocation = defineMaster({
  name: 'picking-unit-cross-location',
  area: 'masters',
  label: label(
    '领料单位与库存地点（跨公司）',
    'Storage location of another company for a picking unit',
  ),
  fields: {
    companyCode: reference(label('领料公司', 'Company of the unit'), 'company', {
      required: true,
      width: 90,
    }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      width: 180,
    }),
    ownerCompanyCode: reference(label('库存公司', 'Company of the stock'), 'company', {
      required: true,
      width: 90,
    }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80, ...ofOwner }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 160,
      ...ofOwner,
    }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
    ...validityFields,
  },
  key: ['companyCode', 'pickingUnit', 'ownerCompanyCode', 'plant', 'storageLocation'],
  display: 'remark',
  search: ['pickingUnit', 'storageLocation', 'remark'],
  // The place is the other company's: who maintains the relation needs no right to its stock.
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/wbsDeptInventoryCrossRel': {
      kind: 'screen',
      edits: true,
      filters: ['pickingUnit', 'ownerCompanyCode', 'plant', 'storageLocation', 'validTo'],
    },
  },
})

/**
 * Department 部门: an organisation unit of a company. One that works for several companies has a row in each of them
 * (组织机构与公司关系). SAP: department.
 */
export const department = defineMaster({
  name: 'department',
  area: 'masters',
  label: label('部门', 'Department'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    department: text(label('部门编码', 'Department'), {
      required: true,
      lengthMax: 20,
      width: 110,
    }),
    name: text(label('部门名称', 'Name'), { required: true, lengthMax: 40, width: 200 }),
    parentDepartment: reference(label('上级部门', 'Part of'), 'department', { width: 160 }),
    headName: text(label('负责人', 'Head'), { isPersonal: true, lengthMax: 30, width: 100 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'department'],
  display: 'name',
  search: ['department', 'name'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/system/departmentManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'department', 'name', 'parentDepartment'],
    },
    '/base/wbcOrgCompanyRel': {
      kind: 'screen',
      edits: true,
      filters: ['companyCode', 'department', 'name', 'isActive'],
      columns: [
        'department',
        'name',
        'companyCode',
        'validFrom',
        'validTo',
        'isActive',
        'updatedAt',
      ],
    },
  },
})
