import { defineMaster } from '../document/declare/define-master.ts'
import { decimal, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * Hazardous chemical 危险化学品 with its threshold quantity (临界量, GB 18218). Materials name the one they consist of; of a
 * unit the sum of quantity by threshold is compared with 1 (重大危险源).
 */
export const hazardousSubstance = defineMaster({
  name: 'hazardous-substance',
  area: 'masters',
  label: label('危险化学品', 'Hazardous chemical'),
  fields: {
    substanceNo: text(label('序号', 'No.'), { required: true, lengthMax: 20, width: 80 }),
    category: text(label('类别', 'Category'), { required: true, lengthMax: 40, width: 140 }),
    name: text(label('危险化学品名称和说明', 'Chemical'), {
      required: true,
      lengthMax: 120,
      width: 320,
    }),
    thresholdTonnes: decimal(label('临界量（t）', 'Threshold (t)'), {
      required: true,
      minimum: '0.001',
      maximum: '100000',
      width: 110,
    }),
    basis: text(label('依据', 'Basis'), { lengthMax: 60, width: 160 }),
  },
  key: ['substanceNo'],
  display: 'name',
  search: ['substanceNo', 'name', 'category'],
  scope: {},
  // From which quantity a store is a major hazard source.
  approval: { fields: ['thresholdTonnes'], ofRows: false },
  pages: {
    '/materialPropertyManage/hazardousSubstance': {
      kind: 'master',
      edits: true,
      filters: ['substanceNo', 'name', 'category', 'basis'],
    },
  },
})
