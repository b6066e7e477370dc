import { defineMaster } from '../document/declare/define-master.ts'
import { flag, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Inspection unit 质检单位: who inspects arriving goods; its name is offered when an inspection is assigned (domain.md
 * 1.2). SAP: inspection unit.
 */
export const inspectionUnit = defineMaster({
  name: 'inspection-unit',
  area: 'masters',
  label: label('质检单位', 'Inspection unit'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    inspectionUnit: text(label('质检单位编码', 'Inspection unit'), {
      required: true,
      lengthMax: 20,
      width: 120,
    }),
    name: text(label('质检单位名称', 'Name'), { required: true, lengthMax: 60, width: 200 }),
    isThirdParty: flag(label('第三方', 'Third party'), { width: 90 }),
    qualificationNo: text(label('资质证书号', 'Certificate no.'), { lengthMax: 40, width: 150 }),
    // What its tests destroy is charged to it.
    costCenter: text(label('成本中心', 'Cost centre'), {
      code: 'alpha',
      lengthMax: 10,
      width: 110,
    }),
    contactName: text(label('联系人', 'Contact'), { isPersonal: true, lengthMax: 30, width: 90 }),
    telephone: text(label('电话', 'Telephone'), { isPersonal: true, lengthMax: 30, width: 120 }),
    ...validityFields,
  },
  key: ['companyCode', 'inspectionUnit'],
  display: 'name',
  search: ['inspectionUnit', 'name'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/qualityInspectionUnit': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'inspectionUnit', 'name', 'isThirdParty'],
    },
  },
})
