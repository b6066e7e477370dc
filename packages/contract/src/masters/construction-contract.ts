import { defineMaster } from '../document/declare/define-master.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Contract of a construction unit 施工单位合同号: for which contracts a contractor draws goods, and how long (domain.md 1.3:
 * a contractor is limited by its contract number). A contractor that has contracts here draws for these only. SAP:
 * construction contract.
 */
export const constructionContract = defineMaster({
  name: 'construction-contract',
  area: 'masters',
  label: label('施工单位合同', 'Construction contract'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    contractNo: text(label('合同号', 'Contract no.'), {
      required: true,
      isForeign: true,
      lengthMax: 40,
      width: 160,
    }),
    contractor: text(label('施工单位', 'Contractor'), {
      required: true,
      lengthMax: 60,
      width: 200,
    }),
    projectName: text(label('工程名称', 'Project'), { lengthMax: 80, width: 220 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', { width: 160 }),
    wbsElement: text(label('WBS 元素', 'WBS element'), {
      code: 'capitals',
      lengthMax: 24,
      width: 140,
    }),
    ...validityFields,
  },
  key: ['companyCode', 'contractNo'],
  display: 'contractor',
  search: ['contractNo', 'contractor', 'projectName'],
  scope: { companyCode: 'companyCode' },
  pages: {
    '/base/wbcConstructionUnit': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'contractNo', 'contractor', 'pickingUnit', 'validTo'],
    },
  },
})
