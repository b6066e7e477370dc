import { defineMaster } from '../document/declare/define-master.ts'
import { choice, integer, list, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from './hazard-class.ts'
import { preservationKinds } from './preservation-kind.ts'

const abc = { A: label('A 类', 'A'), B: label('B 类', 'B'), C: label('C 类', 'C') } as const

/** The levels of a classification of eight digits, two for each level (UNSPSC). */
export const classLevels = {
  segment: label('大类', 'Segment'),
  family: label('中类', 'Family'),
  class: label('小类', 'Class'),
  commodity: label('品名', 'Commodity'),
} as const

export type ClassLevel = keyof typeof classLevels

/**
 * The codes from which a class takes what it does not say itself, nearest first: itself, then those above it.
 * @param code eight digits
 */
export function classAncestry(code: string): readonly string[] {
  return [...new Set([8, 6, 4, 2].map((length) => code.slice(0, length).padEnd(8, '0')))]
}

/** The digits that all codes below a class begin with; '' of no class. */
export const classPrefix = (code: string): string => code.replace(/(?:00)+$/, '')

/**
 * Material class 物料分类: a node of the classification tree, by a code of eight digits whose parts name the nodes above it.
 * What it says of inspection, shelf life, hazard or preservation is proposed for the materials of the class and those below,
 * the nearest class first; a material's own value counts before it. SAP: class (class system).
 */
export const materialClass = defineMaster({
  name: 'material-class',
  area: 'masters',
  label: label('物料分类', 'Material class'),
  fields: {
    classCode: text(label('分类编码', 'Class'), { required: true, lengthMax: 8, width: 110 }),
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
