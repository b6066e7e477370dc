import { defineMaster } from '../document/declare/define-master.ts'
import { date, decimal, list, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

// The vehicles that bring goods to the units, and who drives them (domain.md 1.3, 配送).

/**
 * Vehicle 车辆: what it carries by weight, and which dangerous goods by its transport licence (道路运输证): without a class
 * named, or after the last day of the licence, none.
 */
export const vehicle = defineMaster({
  name: 'vehicle',
  area: 'masters',
  label: label('车辆', 'Vehicle'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    vehicle: text(label('车辆编码', 'Vehicle'), { required: true, lengthMax: 20, width: 110 }),
    plateNo: text(label('车牌号', 'Plate no.'), { required: true, lengthMax: 20, width: 110 }),
    name: text(label('车型', 'Kind of vehicle'), { required: true, lengthMax: 60, width: 160 }),
    loadCapacityKg: decimal(label('核定载质量（kg）', 'Load capacity (kg)'), {
      required: true,
      minimum: '0.001',
      decimals: 3,
      width: 130,
    }),
    hazardClasses: list(label('准运危险类别', 'Permitted hazard classes'), { width: 150 }),
    licenceNo: text(label('道路运输证号', 'Transport licence'), {
      isPersonal: true,
      lengthMax: 40,
      width: 150,
    }),
    licenceValidTo: date(label('运输证有效期至', 'Licence valid to'), { width: 120 }),
    driver: reference(label('常用配送人', 'Usual driver'), 'driver', { width: 110 }),
    ...validityFields,
  },
  key: ['companyCode', 'vehicle'],
  display: 'plateNo',
  search: ['vehicle', 'plateNo', 'name', 'licenceNo'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/carManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'vehicle', 'plateNo', 'licenceValidTo'],
    },
  },
})

/**
 * Driver 配送人: who delivers the goods and has them signed for. With an account only its holder does; dangerous goods need
 * his qualification (从业资格证), which is valid up to a day.
 */
export const driver = defineMaster({
  name: 'driver',
  area: 'masters',
  label: label('配送人', 'Driver'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    driver: text(label('配送人编码', 'Driver'), { required: true, lengthMax: 20, width: 120 }),
    name: text(label('姓名', 'Name'), { required: true, lengthMax: 30, width: 100 }),
    account: reference(label('登录账号', 'Account'), 'user', { width: 120 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    qualificationNo: text(label('危货从业资格证号', 'Dangerous goods qualification'), {
      isPersonal: true,
      lengthMax: 40,
      width: 170,
    }),
    qualificationValidTo: date(label('资格证有效期至', 'Qualification valid to'), { width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'driver'],
  display: 'name',
  search: ['driver', 'name', 'telephone'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/deliveryManManage': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'driver', 'name', 'qualificationValidTo'],
    },
  },
})
