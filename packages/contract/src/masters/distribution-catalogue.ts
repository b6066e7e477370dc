import { defineMaster } from '../document/declare/define-master.ts'
import { date, flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Distribution catalogue 配送目录: which materials are brought to the units (domain.md 1.3). An empty plant, material or group
 * matches any; the more specific row takes precedence, as in the over-quantity catalogue. What no row names is
 * delivered. SAP: distribution catalogue.
 */
export const distributionCatalogue = defineMaster({
  name: 'distribution-catalogue',
  area: 'masters',
  label: label('配送目录', 'Distribution catalogue'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { width: 80 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', { isNamed: true, width: 220 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 120 }),
    ...validityFields,
    // Part of the key: from its date on the next row applies.
    validFrom: date(validityFields.validFrom.label, { required: true, width: 110 }),
    isDelivered: flag(label('可配送', 'Delivered'), { required: true, width: 80 }),
    reason: text(label('说明', 'Explanation'), { required: true, lengthMax: 120, width: 240 }),
  },
  key: ['companyCode', 'plant', 'materialNo', 'materialGroup', 'validFrom'],
  display: 'reason',
  search: ['materialNo', 'materialGroup', 'reason'],
  scope: { companyCode: 'companyCode', plant: 'plant', materialGroup: 'materialGroup' },
  pages: {
    '/base/distributionCatalogue': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'plant', 'materialNo', 'materialGroup', 'isDelivered'],
    },
  },
})
