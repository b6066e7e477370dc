import { defineMaster } from '../document/declare/define-master.ts'
import { flag, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * Display of storage locations 库位显示配置: under which name and in which order a storage location is offered wherever one is
 * chosen, in forms, filters and on the map of bins, and whether it is. One without a row is offered under its own name,
 * after those with an order of 100 or less; documents that name it stay as they are. SAP: display of storage
 * locations.
 */
export const storageLocationDisplay = defineMaster({
  name: 'storage-location-display',
  area: 'masters',
  label: label('库位显示配置', 'Display of storage locations'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 160,
    }),
    displayName: text(label('显示名称', 'Shown as'), { lengthMax: 60, width: 180 }),
    displayOrder: integer(label('显示顺序', 'Order'), {
      required: true,
      minimum: '1',
      maximum: '9999',
      width: 90,
    }),
    isShown: flag(label('显示', 'Shown'), { required: true, width: 70 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
  },
  key: ['companyCode', 'plant', 'storageLocation'],
  display: 'displayName',
  search: ['storageLocation', 'displayName', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  pages: {
    '/base/inventoryFactoryRel': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'plant', 'storageLocation', 'isShown', 'isActive'],
    },
  },
})
