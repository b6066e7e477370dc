import { defineMaster } from '../document/declare/define-master.ts'
import { flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Consignor 发货人: who sends the goods of a supplier, and from where (domain.md 1.2). The supplier maintains his own; the
 * usual one is proposed on a delivery note.
 */
export const consignor = defineMaster({
  name: 'consignor',
  area: 'masters',
  label: label('发货人', 'Consignor'),
  fields: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { required: true, width: 180 }),
    consignor: text(label('发货人编码', 'Consignor'), {
      required: true,
      lengthMax: 20,
      width: 110,
    }),
    name: text(label('发货单位', 'Sent by'), { required: true, lengthMax: 60, width: 200 }),
    contactName: text(label('联系人', 'Contact'), {
      isPersonal: true,
      required: true,
      lengthMax: 30,
      width: 90,
    }),
    telephone: text(label('电话', 'Telephone'), {
      isPersonal: true,
      required: true,
      lengthMax: 30,
      width: 120,
    }),
    address: text(label('发货地址', 'Address'), {
      isPersonal: true,
      required: true,
      lengthMax: 120,
      width: 260,
    }),
    isUsual: flag(label('默认发货人', 'Usual consignor'), { width: 90 }),
    ...validityFields,
  },
  key: ['supplierNo', 'consignor'],
  display: 'name',
  search: ['consignor', 'name', 'contactName', 'address'],
  scope: { supplierNo: 'supplierNo' },
  pages: {
    '/deliverManager/supplierReceiverSetting': {
      kind: 'master',
      edits: true,
      filters: ['supplierNo', 'consignor', 'name', 'contactName'],
    },
  },
})
