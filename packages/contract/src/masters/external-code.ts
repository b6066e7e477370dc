import { defineMaster } from '../document/declare/define-master.ts'
import { choice, text } from '../document/declare/field.ts'
import type { MasterName } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/** What a code of another system stands for. */
export const externalCodeKinds = {
  unit: label('计量单位', 'Unit of measure'),
  material: label('物料', 'Material'),
  supplier: label('供应商', 'Supplier'),
  plant: label('工厂', 'Plant'),
} as const

export type ExternalCodeKind = keyof typeof externalCodeKinds

const mappingStates = {
  open: { label: label('未对应', 'Not mapped'), tone: 'waiting' },
  mapped: { label: label('已对应', 'Mapped'), tone: 'done' },
} as const

/** The master in which the own code of each kind is. */
export const masterOfKind = {
  unit: 'unit',
  material: 'material',
  supplier: 'supplier',
  plant: 'plant',
} as const satisfies Record<ExternalCodeKind, MasterName>

/**
 * Code of another system 外系统数据整合: what it is called here. Codes without a counterpart are kept too, so that they are
 * seen and mapped; an import of legacy documents of that system reads its codes by this table. SAP: code of another
 * system.
 */
export const externalCode = defineMaster({
  name: 'external-code',
  area: 'masters',
  label: label('外系统代码', 'Code of another system'),
  fields: {
    externalSystem: text(label('外系统', 'System'), {
      required: true,
      isForeign: true,
      lengthMax: 40,
      width: 140,
    }),
    kind: choice(label('类型', 'Kind'), externalCodeKinds, { required: true, width: 100 }),
    externalCode: text(label('外系统代码', 'Its code'), {
      required: true,
      isForeign: true,
      lengthMax: 60,
      width: 160,
    }),
    externalName: text(label('外系统名称', 'Its name'), { lengthMax: 200, width: 260 }),
    ownCode: text(label('本系统代码', 'Our code'), { lengthMax: 40, width: 140 }),
    /** Computed from whether there is a counterpart. */
    mapping: choice(
      label('对应', 'Mapped'),
      { open: mappingStates.open.label, mapped: mappingStates.mapped.label },
      { by: 'server', width: 90 },
    ),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 180 }),
    ...validityFields,
  },
  key: ['externalSystem', 'kind', 'externalCode'],
  display: 'externalName',
  search: ['externalCode', 'externalName', 'ownCode'],
  scope: {},
  states: { mapping: mappingStates },
  pages: {
    '/base/externalSystemIntegration': {
      kind: 'master',
      edits: true,
      // What is left to do.
      opensWith: { mapping: ['open'] },
      filters: ['externalSystem', 'kind', 'mapping', 'externalCode', 'ownCode'],
    },
  },
})
