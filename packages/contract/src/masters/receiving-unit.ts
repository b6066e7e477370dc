import { defineMaster } from '../document/declare/define-master.ts'
import { flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Receiving unit 收货单位: who takes goods in at a plant, where and by whom (domain.md 1.2). The usual one of the plant is
 * proposed on delivery notes, with the address to which the supplier delivers. SAP: receiving unit.
 */
export const receivingUnit = defineMaster({
  name: 'receiving-unit',
  area: 'masters',
  label: label('收货单位', 'Receiving unit'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    receivingUnit: text(label('收货单位编码', 'Receiving unit'), {
      required: true,
      lengthMax: 20,
      width: 120,
    }),
    name: text(label('收货单位名称', 'Name'), { required: true, lengthMax: 60, width: 200 }),
    isUsual: flag(label('默认收货单位', 'Usual one'), { width: 110 }),
    address: text(label('收货地址', 'Address'), {
      isPersonal: true,
      required: true,
      lengthMax: 120,
      width: 240,
    }),
    contactName: text(label('联系人', 'Contact'), { isPersonal: true, lengthMax: 30, width: 90 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'plant', 'receivingUnit'],
  display: 'name',
  search: ['receivingUnit', 'name', 'address'],
  scope: { companyCode: 'companyCode', plant: 'plant' },
  pages: {
    '/base/receiveUnitSetting': {
      kind: 'master',
      edits: true,
      filters: ['plant', 'receivingUnit', 'name', 'isUsual'],
    },
    // The same rows for those who may not change them.
    '/base/receiveUnitSettingSearch': {
      kind: 'master',
      filters: ['plant', 'receivingUnit', 'name', 'address'],
    },
  },
})
