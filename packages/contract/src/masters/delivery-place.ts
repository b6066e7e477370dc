import { defineMaster } from '../document/declare/define-master.ts'
import { flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Delivery place 配送点位: where goods are brought to (domain.md 1.3). Its name is offered on requisitions and when goods are
 * handed over for delivery; the usual place of a picking unit is proposed. SAP: delivery place.
 */
export const deliveryPlace = defineMaster({
  name: 'delivery-place',
  area: 'masters',
  label: label('配送点位', 'Delivery place'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    deliveryPlace: text(label('点位编码', 'Code'), { required: true, lengthMax: 20, width: 110 }),
    name: text(label('点位名称', 'Name'), { required: true, lengthMax: 60, width: 180 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', { width: 160 }),
    isUsual: flag(label('默认点位', 'Usual place'), { width: 90 }),
    address: text(label('地址', 'Address'), { isPersonal: true, lengthMax: 120, width: 220 }),
    contactName: text(label('联系人', 'Contact'), { isPersonal: true, lengthMax: 30, width: 90 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 160 }),
    ...validityFields,
  },
  key: ['companyCode', 'plant', 'deliveryPlace'],
  display: 'name',
  search: ['deliveryPlace', 'name', 'address'],
  scope: { companyCode: 'companyCode', plant: 'plant' },
  pages: {
    '/base/deliveryPlaceManage': {
      kind: 'master',
      edits: true,
      filters: ['plant', 'deliveryPlace', 'name', 'pickingUnit'],
    },
  },
})
