import { defineMaster } from '../document/declare/define-master.ts'
import { choice, decimal, flag, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/** Inspection by variables (a measured value with limits), or by attributes (conforms or not). */
export const characteristicKinds = {
  variable: label('计量项', 'Variable'),
  attribute: label('计数项', 'Attribute'),
} as const

export type CharacteristicKind = keyof typeof characteristicKinds

/** A failed main characteristic rejects the goods; of a general one they are accepted on a stated ground. */
export const importances = {
  main: label('主控项目', 'Main'),
  general: label('一般项目', 'General'),
} as const

export type Importance = keyof typeof importances

/** The most values sampled of one characteristic. */
export const sampledMax = 100

export const characteristicLabels = {
  kind: label('项目类型', 'Kind'),
  importance: label('项目等级', 'Importance'),
  measuringUnit: label('计量单位', 'Measured in'),
  lowerLimit: label('下限', 'Lower limit'),
  upperLimit: label('上限', 'Upper limit'),
  sampleSize: label('应测数', 'Sample size'),
  standard: label('检验标准', 'Standard'),
} as const

/**
 * Inspection characteristic 检验项目: what is inspected of the materials of a class (material group), within which limits
 * (domain.md 1.2: 检验项目/标准/实测/结论). Limits decide what is accepted, so two persons change them. SAP: master inspection
 * characteristic.
 */
export const inspectionCharacteristic = defineMaster({
  name: 'inspection-characteristic',
  area: 'masters',
  label: label('检验项目', 'Inspection characteristic'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', {
      required: true,
      width: 140,
    }),
    characteristic: text(label('项目编码', 'Code'), { required: true, lengthMax: 20, width: 90 }),
    name: text(label('项目名称', 'Name'), { required: true, lengthMax: 40, width: 150 }),
    position: integer(label('顺序', 'Position'), { minimum: '1', maximum: '9999', width: 70 }),
    kind: choice(characteristicLabels.kind, characteristicKinds, { required: true, width: 90 }),
    importance: choice(characteristicLabels.importance, importances, {
      required: true,
      width: 100,
    }),
    /** Goods of the class are accepted only with a record sheet that has it. */
    isRequired: flag(label('验收必检', 'Required for acceptance'), { width: 100 }),
    lowerLimit: decimal(characteristicLabels.lowerLimit, { decimals: 3, width: 90 }),
    upperLimit: decimal(characteristicLabels.upperLimit, { decimals: 3, width: 90 }),
    measuringUnit: text(characteristicLabels.measuringUnit, { lengthMax: 12, width: 90 }),
    sampleSize: integer(characteristicLabels.sampleSize, {
      required: true,
      minimum: '1',
      maximum: String(sampledMax),
      width: 80,
    }),
    standard: text(characteristicLabels.standard, { lengthMax: 60, width: 180 }),
    ...validityFields,
  },
  key: ['companyCode', 'materialGroup', 'characteristic'],
  display: 'name',
  search: ['characteristic', 'name', 'standard'],
  approval: {
    fields: [
      'kind',
      'importance',
      'isRequired',
      'lowerLimit',
      'upperLimit',
      'measuringUnit',
      'sampleSize',
      'validFrom',
      'validTo',
    ],
    ofRows: true,
  },
  scope: { companyCode: 'companyCode', materialGroup: 'materialGroup' },
  pages: {
    '/preQualityInspectionNotice/inspectionCharacteristics': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'materialGroup', 'characteristic', 'name', 'importance'],
    },
  },
})
