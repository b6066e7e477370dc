import { defineMaster } from '../document/declare/define-master.ts'
import { date, decimal, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Over-delivery catalogue 超量目录: tolerances used if the order item has none (domain.md 1.1) and the ERP only warns of
 * more (`receiving.overDeliveryLimit`). An empty plant, material or
 * group matches any; the more specific row takes precedence, material before group, plant before company. SAP:
 * over-delivery tolerance (UEBTO).
 */
export const excessTolerance = defineMaster({
  name: 'excess-tolerance',
  area: 'masters',
  label: label('超量目录', 'Over-quantity catalogue'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 80 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { isNamed: true, width: 220 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 120 }),
    ...validityFields,
    // Part of the key: from its date on the next row applies.
    validFrom: date(validityFields.validFrom.label, { required: true, width: 110 }),
    overDeliveryPercent: decimal(label('超收容差 %', 'Over-delivery %'), {
      required: true,
      minimum: '0',
      maximum: '100',
      decimals: 1,
      width: 110,
    }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 200 }),
  },
  key: ['companyCode', 'plant', 'materialNo', 'materialGroup', 'validFrom'],
  display: 'remark',
  search: ['materialNo', 'materialGroup', 'remark'],
  approval: { fields: ['overDeliveryPercent', 'validTo'], ofRows: true },
  scope: { companyCode: 'companyCode', plant: 'plant', materialGroup: 'materialGroup' },
  pages: {
    '/base/excessDirectory': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'plant', 'materialNo', 'materialGroup', 'validFrom'],
    },
  },
})
