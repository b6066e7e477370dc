import { defineMaster } from '../document/declare/define-master.ts'
import { choice, integer, list, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from './hazard-class.ts'
import { preservationKinds } from './preservation-kind.ts'
import { unspscLengths } from '../system/classification-parameters.ts'

const abc = { A: label('A 类', 'A'), B: label('B 类', 'B'), C: label('C 类', 'C') } as const

/** The levels of a classification from the widest, as UNSPSC names its four. */
export const classLevels = {
  segment: label('大类', 'Segment'),
  family: label('中类', 'Family'),
  class: label('小类', 'Class'),
  commodity: label('品名', 'Commodity'),
  fifth: label('第五级', 'Level 5'),
  sixth: label('第六级', 'Level 6'),
} as const

export type ClassLevel = keyof typeof classLevels

const levels = Object.keys(classLevels) as ClassLevel[]

/** How the digits of a code say its place in the tree. */
export interface ClassTree {
  /** How many digits name a class of each level, from the widest. */
  lengths: readonly number[]
  /** Whether codes of upper levels are filled with zeros to the length of the lowest one. */
  isPadded: boolean
}

/** The tree that a value of `classification.lengths` describes. */
export const classTreeOf = (lengths: string): ClassTree => ({
  lengths: lengths.split(',').map(Number),
  isPadded: lengths === unspscLengths,
})

/** The digits that all codes below a class begin with; '' of no class. */
export const classPrefix = (code: string, { isPadded }: ClassTree): string =>
  isPadded ? code.replace(/(?:00)+$/, '') : code

/** The code of the class that these digits name. */
export const codeOfPrefix = (prefix: string, { isPadded, lengths }: ClassTree): string =>
  isPadded ? prefix.padEnd(Math.max(...lengths), '0') : prefix

/** The codes from which a class takes what it does not say itself, nearest first: itself, then those above it. */
export function classAncestry(code: string, tree: ClassTree): readonly string[] {
  const { length } = classPrefix(code, tree)
  return tree.lengths
    .filter((one) => one <= length)
    .map((one) => codeOfPrefix(code.slice(0, one), tree))
    .toReversed()
}

/** The level of a class; undefined if no level has codes of that length. */
export function classLevel(code: string, tree: ClassTree): ClassLevel | undefined {
  const at = tree.lengths.indexOf(classPrefix(code, tree).length)
  return at === -1 ? undefined : levels[at]
}

/**
 * Material class 物料分类: a node of the classification tree, by a code whose digits name the nodes above it: those of UNSPSC,
 * or as the company's own tree has them (business parameter `classification.lengths`).
 * What it says of inspection, shelf life, hazard or preservation is proposed for the materials of the class and those below,
 * the nearest class first; a material's own value counts before it. SAP: class (class system).
 */
export const materialClass = defineMaster({
  name: 'material-class',
  area: 'masters',
  label: label('物料分类', 'Material class'),
  fields: {
    classCode: text(label('分类编码', 'Class'), { required: true, lengthMax: 20, width: 110 }),
    name: text(label('分类名称', 'Name'), { required: true, lengthMax: 60, width: 240 }),
    nameEn: text(label('英文名称', 'English name'), { lengthMax: 160, width: 280 }),
    /** Computed from the code. */
    level: choice(label('层级', 'Level'), classLevels, { by: 'server', width: 80 }),
    inspection: choice(
      label('检验', 'Inspection'),
      { required: label('需检验', 'Required'), exempt: label('免检', 'Exempt') },
      { width: 90 },
    ),
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
    requiredDocuments: list(label('随货资料要求', 'Required documents'), { width: 200 }),
    preservationKind: choice(label('保养方式', 'Preservation'), preservationKinds, { width: 130 }),
    preservationIntervalDays: integer(label('保养周期（天）', 'Preservation interval (days)'), {
      minimum: '1',
      maximum: '3650',
      width: 120,
    }),
  },
  key: ['classCode'],
  display: 'name',
  search: ['classCode', 'name', 'nameEn'],
  scope: {},
  // What it says of preservation makes tasks for materials that say nothing themselves.
  approval: { fields: ['preservationKind', 'preservationIntervalDays'], ofRows: false },
  pages: {
    '/materialPropertyManage/iClassificationOrMaterialRel': {
      kind: 'screen',
      edits: true,
      filters: ['classCode', 'name', 'nameEn', 'level', 'preservationKind'],
    },
  },
})
