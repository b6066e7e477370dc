import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import {
  department,
  pickingUnitCrossLocation,
  pickingUnitPlant,
  pickingUnitStorageLocation,
} from '@kufang/contract/masters/unit-relations.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'

/** A relation that has a board: a subject on the left, and all it may be related to on the right. */
export interface RelationKind {
  definition: AnyMaster
  /** The master of the subjects, and the field of its code. */
  subject: MasterName
  subjectField: string
  /** The master of what they are related to. */
  item: MasterName
  /** The group of an item, by which it is shown and ticked as a whole. */
  groupOf: (item: Row) => string
  /** Of which companies items are offered, seen from that of the subject. */
  offers: 'own' | 'others' | 'all'
  /** The fields of the row that relates the two. */
  rowOf: (subject: Row, item: Row) => Row
  /** What no row means, and what rows mean. */
  none: Label
  some: Label
}

const at = (row: Row, name: string): string => textOf(row[name])
const pick = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, at(row, name)]))
const ofUnit = (subject: Row): Row => pick(subject, 'companyCode', 'pickingUnit')

/** The relations with a board, by their page. */
export const relationKinds: Readonly<Record<string, RelationKind>> = {
  '/base/wbsDeptInventoryRel': {
    definition: pickingUnitStorageLocation,
    subject: 'picking-unit',
    subjectField: 'pickingUnit',
    item: 'storage-location',
    groupOf: (item) => at(item, 'plant'),
    offers: 'own',
    rowOf: (subject, item) => ({ ...ofUnit(subject), ...pick(item, 'plant', 'storageLocation') }),
    none: label(
      '没有限定：可从本公司全部库存地点领料',
      'Not limited: the unit draws from every storage location of its company',
    ),
    some: label(
      '只可从勾选的库存地点领料',
      'The unit draws from the ticked storage locations only',
    ),
  },
  '/base/wbsDeptInventoryCrossRel': {
    definition: pickingUnitCrossLocation,
    subject: 'picking-unit',
    subjectField: 'pickingUnit',
    item: 'storage-location',
    groupOf: (item) => `${at(item, 'companyCode')} ${at(item, 'plant')}`,
    offers: 'others',
    rowOf: (subject, item) => ({
      ...ofUnit(subject),
      ownerCompanyCode: at(item, 'companyCode'),
      ...pick(item, 'plant', 'storageLocation'),
    }),
    none: label(
      '没有限定：可看到其他公司共享的全部库存',
      'Not limited: the unit is shown all that other companies share',
    ),
    some: label(
      '只看到勾选库存地点的共享库存',
      'The unit is shown the shared stock of the ticked storage locations only',
    ),
  },
  '/base/wbcUserComFactoryRel': {
    definition: pickingUnitPlant,
    subject: 'picking-unit',
    subjectField: 'pickingUnit',
    item: 'plant',
    groupOf: (item) => at(item, 'companyCode'),
    offers: 'own',
    rowOf: (subject, item) => ({ ...ofUnit(subject), ...pick(item, 'plant') }),
    none: label(
      '没有限定：可从本公司全部工厂领料',
      'Not limited: the unit draws from every plant of its company',
    ),
    some: label('只可从勾选的工厂领料', 'The unit draws from the ticked plants only'),
  },
  '/base/wbcOrgCompanyRel': {
    definition: department,
    subject: 'department',
    subjectField: 'department',
    item: 'company',
    groupOf: () => '',
    offers: 'all',
    rowOf: (subject, item) => ({
      ...pick(subject, 'department', 'name'),
      companyCode: at(item, 'companyCode'),
    }),
    none: label('该部门不属于任何公司', 'The department works for no company'),
    some: label('该部门在勾选的公司中可选', 'The department can be chosen in the ticked companies'),
  },
}

/** What the search of items is narrowed to for a subject. */
export const narrowOf = ({ offers }: RelationKind, subject: Row): Row =>
  offers === 'own' ? pick(subject, 'companyCode') : {}

/** Whether a subject may be related to an item. */
export function isOffered({ offers }: RelationKind, subject: Row, item: Row): boolean {
  if (offers === 'all') return true
  return (at(subject, 'companyCode') === at(item, 'companyCode')) === (offers === 'own')
}

/** The key of a row that relates two, as text. */
export const keyOfRow = ({ key }: AnyMaster, row: Row): string =>
  key.map((name) => at(row, name)).join('/')

/** What saving would add or put into use again, and what it would end. */
export function changesOf(
  live: ReadonlySet<string>,
  ticked: ReadonlySet<string>,
): { added: string[]; ended: string[] } {
  return {
    added: [...ticked].filter((key) => !live.has(key)),
    ended: [...live].filter((key) => !ticked.has(key)),
  }
}
