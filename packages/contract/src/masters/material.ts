import { defineMaster } from '../document/declare/define-master.ts'
import {
  choice,
  decimal,
  flag,
  instant,
  integer,
  list,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from './hazard-class.ts'
import { preservationKinds } from './preservation-kind.ts'

const abc = { A: label('A 类', 'A'), B: label('B 类', 'B'), C: label('C 类', 'C') } as const

/** What of its material master SAP wants with each goods movement, and a document may not have. */
export const postingObstacles = {
  serialNumbers: label('须逐件传送序列号', 'Serial numbers are required'),
} as const

/**
 * Material 物料 (MARA): mirrored from the ERP, with local attributes that control inspection, batches, shelf life and
 * bins. SAP: material (MATNR).
 */
export const material = defineMaster({
  name: 'material',
  area: 'masters',
  label: label('物料', 'Material'),
  fields: {
    materialNo: text(label('物料编码', 'Material'), { required: true, lengthMax: 40, width: 130 }),
    description: text(label('物料描述', 'Description'), {
      required: true,
      lengthMax: 120,
      width: 260,
    }),
    descriptionEn: text(label('英文描述', 'English description'), { lengthMax: 120, width: 220 }),
    specification: text(label('规格型号', 'Specification'), { lengthMax: 400, width: 180 }),
    materialGrade: text(label('材质', 'Material grade'), { lengthMax: 40, width: 110 }),
    drawingNo: text(label('图号', 'Drawing no.'), { lengthMax: 40, width: 130 }),
    manufacturer: text(label('制造商', 'Manufacturer'), { lengthMax: 60, width: 160 }),
    materialGroup: reference(label('物料组', 'Material group'), 'material-group', { width: 100 }),
    unit: reference(label('单位', 'Unit'), 'unit', { required: true, width: 60 }),
    /** What it is weighed or counted in besides: `secondNumerator` second units are `secondDenominator` base units. */
    secondUnit: reference(label('第二单位', 'Second unit'), 'unit', { width: 90 }),
    secondNumerator: integer(label('第二单位分子', 'Second unit numerator'), {
      minimum: '1',
      maximum: '999999999',
      width: 110,
    }),
    secondDenominator: integer(label('第二单位分母', 'Second unit denominator'), {
      minimum: '1',
      maximum: '999999999',
      width: 110,
    }),
    /** By how much what is entered may deviate from the planned ratio. */
    secondDeviationPercent: decimal(label('第二数量允许偏差 %', 'Second quantity deviation %'), {
      minimum: '0',
      maximum: '99.9',
      decimals: 1,
      width: 130,
    }),
    isBatchManaged: flag(label('批次管理', 'Batch-managed'), { required: true, width: 80 }),
    needsInspection: flag(label('需检验', 'Needs inspection'), { required: true, width: 80 }),
    /** Each piece has a serial number: the material has a serial number profile in the ERP (MARC-SERNP). */
    isSerialManaged: flag(label('序列号管理', 'Serial-managed'), {
      by: 'server',
      required: true,
      width: 90,
    }),
    /** Its stock is valued separately by valuation type (MBEW-BWTTY), in the plants that have valuation types of it. */
    isSplitValued: flag(label('分割评估', 'Split valuation'), {
      by: 'server',
      required: true,
      width: 90,
    }),
    shelfLifeDays: integer(label('保质期（天）', 'Shelf life (days)'), {
      minimum: '1',
      maximum: '36500',
      width: 100,
    }),
    minimumRemainingDays: integer(label('收货最少剩余（天）', 'Minimum remaining (days)'), {
      minimum: '0',
      maximum: '36500',
      width: 130,
    }),
    hazardClass: choice(label('危险类别', 'Hazard class'), hazardClasses, { width: 160 }),
    criticality: choice(label('关键等级', 'Criticality'), abc, { width: 90 }),
    abcClass: choice(label('ABC分类', 'ABC class'), abc, { width: 90 }),
    /** Of a chemical: how much one person may draw of it within the period of `requisition.chemicalCapDays`. */
    personCapQuantity: quantity(label('个人限量', 'Cap per person'), {
      minimum: '0.001',
      width: 100,
    }),
    requiredDocuments: list(label('随货资料要求', 'Required documents'), { width: 200 }),
    /** For each piece, with their number: 密封垫×2. */
    requiredSpares: list(label('随机备件要求', 'Required spares'), { width: 200 }),
    /** Its node of the classification tree, whose attributes are proposed for it. */
    materialClass: reference(label('物料分类', 'Material class'), 'material-class', { width: 160 }),
    /** What is done to its stock, and how often; without a value that of its class. */
    preservationKind: choice(label('保养方式', 'Preservation'), preservationKinds, { width: 130 }),
    preservationIntervalDays: integer(label('保养周期（天）', 'Preservation interval (days)'), {
      minimum: '1',
      maximum: '3650',
      width: 120,
    }),
    /** The chemical it consists of, with its threshold quantity. */
    hazardousSubstance: reference(
      label('危险化学品', 'Hazardous chemical'),
      'hazardous-substance',
      { width: 160 },
    ),
    /** It was found to be the same as this material, which is used instead in new documents. */
    replacedBy: text(label('替代物料', 'Replaced by'), { by: 'server', lengthMax: 40, width: 130 }),
    postingObstacle: choice(label('过账障碍', 'Posting obstacle'), postingObstacles, {
      by: 'server',
      width: 150,
    }),
    syncedAt: instant(label('同步时间', 'Synchronised at'), { by: 'server', width: 150 }),
  },
  key: ['materialNo'],
  display: 'description',
  search: ['materialNo', 'description', 'specification', 'drawingNo'],
  scope: { materialGroup: 'materialGroup' },
  isMirror: true,
  localFields: [
    'needsInspection',
    'shelfLifeDays',
    'minimumRemainingDays',
    'hazardClass',
    'personCapQuantity',
    'criticality',
    'abcClass',
    'requiredDocuments',
    'requiredSpares',
    'materialClass',
    'preservationKind',
    'preservationIntervalDays',
    'hazardousSubstance',
    'specification',
    'materialGrade',
    'drawingNo',
    'manufacturer',
    'descriptionEn',
    'secondUnit',
    'secondNumerator',
    'secondDenominator',
    'secondDeviationPercent',
  ],
  // Whether and with which documents it is inspected, which remaining life is accepted, what is weighed within which
  // deviation, how much of it a person may draw, what is done to its stock, and against which threshold it counts; in which
  // bins and beside what it may lie, whether others may have it, and how strictly it is counted.
  approval: {
    fields: [
      'needsInspection',
      'requiredDocuments',
      'requiredSpares',
      'shelfLifeDays',
      'minimumRemainingDays',
      'personCapQuantity',
      'secondUnit',
      'secondNumerator',
      'secondDenominator',
      'secondDeviationPercent',
      'preservationKind',
      'preservationIntervalDays',
      'hazardousSubstance',
      'hazardClass',
      'criticality',
      'abcClass',
    ],
    ofRows: false,
  },
  paperLabel: {
    code: ['materialNo'],
    lines: ['materialNo', 'description', 'specification', 'unit', 'hazardClass'],
  },
  pages: {
    '/base/materialSearch': {
      kind: 'master',
      edits: true,
      filters: [
        'materialNo',
        'description',
        'materialGroup',
        'specification',
        'drawingNo',
        'hazardClass',
      ],
    },
    // The attributes that drive the rules, in view at 1366 px before what describes the material.
    '/materialPropertyManage/inventoryClassification': {
      kind: 'master',
      edits: true,
      filters: [
        'materialNo',
        'description',
        'materialClass',
        'materialGroup',
        'preservationKind',
        'criticality',
      ],
      columns: [
        'materialNo',
        'description',
        'materialClass',
        'needsInspection',
        'isBatchManaged',
        'isSerialManaged',
        'shelfLifeDays',
        'minimumRemainingDays',
        'hazardClass',
        'criticality',
        'abcClass',
        'preservationKind',
        'preservationIntervalDays',
        'requiredDocuments',
        'requiredSpares',
        'hazardousSubstance',
        'personCapQuantity',
        'specification',
        'materialGrade',
        'drawingNo',
        'manufacturer',
        'materialGroup',
        'unit',
        'replacedBy',
        'isActive',
        'updatedAt',
      ],
    },
  },
})

/** Material group 物料组 (MATKL), mirrored. SAP: material group (MATKL). */
export const materialGroup = defineMaster({
  name: 'material-group',
  area: 'masters',
  label: label('物料组', 'Material group'),
  fields: {
    materialGroup: text(label('物料组', 'Material group'), {
      required: true,
      lengthMax: 9,
      width: 100,
    }),
    name: text(label('名称', 'Name'), { required: true, lengthMax: 60, width: 200 }),
  },
  key: ['materialGroup'],
  display: 'name',
  search: ['materialGroup', 'name'],
  scope: { materialGroup: 'materialGroup' },
  isMirror: true,
  pages: {},
})

/** Unit of measure 计量单位: with its number of decimals, at most 3. SAP: unit of measure (MEINS). */
export const unit = defineMaster({
  name: 'unit',
  area: 'masters',
  label: label('计量单位', 'Unit of measure'),
  fields: {
    unit: text(label('单位代码', 'Unit'), { required: true, lengthMax: 6, width: 80 }),
    nameZh: text(label('中文名称', 'Chinese name'), { required: true, lengthMax: 20, width: 100 }),
    nameEn: text(label('英文名称', 'English name'), { lengthMax: 40, width: 140 }),
    decimals: integer(label('小数位数', 'Decimals'), {
      required: true,
      minimum: '0',
      maximum: '3',
      width: 90,
    }),
  },
  key: ['unit'],
  display: 'nameZh',
  search: ['unit', 'nameZh', 'nameEn'],
  scope: {},
  isMirror: true,
  localFields: ['nameZh', 'nameEn', 'decimals'],
  pages: {},
})
