import { defineMaster } from '../document/declare/define-master.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/**
 * Valuation type 评估类型 (MBEW-BWTAR) of a material with split valuation (分割评估) in a plant: mirrored, and chosen where
 * goods come in. Each batch has one, and stock without batches is kept under it. In a plant without any the material is
 * not valued separately. SAP: valuation type (BWTAR).
 */
export const valuationType = defineMaster({
  name: 'valuation-type',
  area: 'masters',
  label: label('评估类型', 'Valuation type'),
  fields: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      width: 130,
    }),
    valuationType: text(label('评估类型', 'Valuation type'), {
      required: true,
      lengthMax: 10,
      width: 110,
    }),
  },
  key: ['plant', 'materialNo', 'valuationType'],
  display: 'valuationType',
  search: ['valuationType'],
  scope: { plant: 'plant' },
  isMirror: true,
  pages: {},
})
