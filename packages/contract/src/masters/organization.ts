import { defineMaster } from '../document/declare/define-master.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

// Organisation masters: companies, their plants, and the plants' storage locations.

/** Company 公司 (BUKRS). First part of every key. SAP: company code (BUKRS). */
export const company = defineMaster({
  name: 'company',
  area: 'masters',
  label: label('公司', 'Company'),
  fields: {
    companyCode: text(label('公司代码', 'Company code'), {
      required: true,
      lengthMax: 4,
      width: 90,
    }),
    name: text(label('公司名称', 'Company name'), { required: true, lengthMax: 60, width: 240 }),
    currency: text(label('本位币', 'Currency'), { required: true, lengthMax: 5, width: 70 }),
  },
  key: ['companyCode'],
  display: 'name',
  search: ['companyCode', 'name'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/system/companyManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'name', 'isActive', 'updatedAt'],
    },
  },
})

/** Plant 工厂 (WERKS); its code is unique across all companies. SAP: plant (WERKS). */
export const plant = defineMaster({
  name: 'plant',
  area: 'masters',
  label: label('工厂', 'Plant'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: text(label('工厂', 'Plant'), { required: true, lengthMax: 4, width: 80 }),
    name: text(label('工厂名称', 'Plant name'), { required: true, lengthMax: 60, width: 240 }),
    address: text(label('地址', 'Address'), { lengthMax: 120, width: 240 }),
  },
  key: ['companyCode', 'plant'],
  display: 'name',
  search: ['plant', 'name'],
  scope: { companyCode: 'companyCode', plant: 'plant' },
  pages: {
    '/system/plantManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'plant', 'name', 'isActive'],
    },
  },
})

/**
 * Storage location 库存地点 (LGORT) of a plant. The smallest location known to the ERP. SAP: storage location (LGORT).
 */
export const storageLocation = defineMaster({
  name: 'storage-location',
  area: 'masters',
  label: label('库存地点', 'Storage location'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: text(label('库存地点', 'Storage location'), {
      required: true,
      lengthMax: 4,
      width: 90,
    }),
    name: text(label('名称', 'Name'), { required: true, lengthMax: 60, width: 200 }),
    address: text(label('位置', 'Address'), { lengthMax: 120, width: 200 }),
    keeperName: text(label('负责保管员', 'Keeper in charge'), { lengthMax: 30, width: 100 }),
  },
  key: ['companyCode', 'plant', 'storageLocation'],
  display: 'name',
  search: ['storageLocation', 'name'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  pages: {
    '/system/storageLocationManage': {
      kind: 'master',
      edits: true,
      filters: ['plant', 'storageLocation', 'name', 'isActive'],
    },
  },
})
