import { defineRelation, type AnyRelation } from '../document/declare/define-relation.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

const companyCode = reference(label('公司', 'Company'), 'company', { required: true, width: 100 })

/**
 * The relations that form the data scope of a user, and for whom he inspects. The scope is explicit: without rows of a relation a user sees nothing that
 * has a value there; all is a row of its own.
 */
export const userRelations = {
  plant: defineRelation({
    name: 'plant',
    label: label('公司/工厂', 'Company or plant'),
    fields: {
      companyCode,
      plant: reference(label('工厂（空为全部）', 'Plant (empty: all)'), 'plant', { width: 140 }),
      department: text(label('部门', 'Department'), { lengthMax: 40, width: 120 }),
    },
    path: '/base/userFactoryRel',
  }),
  'storage-location': defineRelation({
    name: 'storage-location',
    label: label('库存地点', 'Storage location'),
    fields: {
      companyCode,
      plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 100 }),
      storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
        required: true,
        width: 120,
      }),
    },
    mayBeAll: ['plant', 'storageLocation'],
    path: '/base/userInventoryRel',
  }),
  'material-group': defineRelation({
    name: 'material-group',
    label: label('物料组', 'Material group'),
    fields: {
      materialGroup: reference(label('物料组', 'Material group'), 'material-group', {
        required: true,
        width: 140,
      }),
    },
    mayBeAll: ['materialGroup'],
    path: '/base/userMaterialRelationship',
  }),
  'picking-unit': defineRelation({
    name: 'picking-unit',
    label: label('领料单位', 'Picking unit'),
    fields: {
      companyCode,
      pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
        required: true,
        width: 160,
      }),
    },
    mayBeAll: ['pickingUnit'],
    path: '/base/materialPersonManage',
    isOwnPage: false,
  }),
  /** No data scope: who is to inspect for a unit that has persons is one of them. */
  'inspection-unit': defineRelation({
    name: 'inspection-unit',
    label: label('质检单位', 'Inspection unit'),
    fields: {
      companyCode,
      inspectionUnit: reference(label('质检单位', 'Inspection unit'), 'inspection-unit', {
        required: true,
        width: 160,
      }),
    },
    path: '/base/userQualityCheckUnit',
  }),
  /** No data scope: the areas of bins for which a person is responsible, who counts there. */
  'bin-area': defineRelation({
    name: 'bin-area',
    label: label('负责的库区', 'Areas in charge'),
    fields: {
      companyCode,
      plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 100 }),
      storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
        required: true,
        width: 120,
      }),
      area: text(label('库区', 'Area'), {
        code: 'capitals',
        required: true,
        lengthMax: 10,
        width: 100,
      }),
    },
    mayBeAll: ['area'],
    path: '/base/userLocationRel',
  }),
} as const satisfies Record<string, AnyRelation>

export type UserRelationName = keyof typeof userRelations

type FieldsOf<D> = D extends { fields: infer F } ? F : never
type KeysOfUnion<T> = T extends unknown ? keyof T & string : never

/** A field of any of the relations. */
export type UserRelationField = KeysOfUnion<FieldsOf<(typeof userRelations)[UserRelationName]>>

/** The values of a relation; only the fields of its declaration are used. */
export type UserRelationValue = { readonly [Field in UserRelationField]?: string | undefined }
