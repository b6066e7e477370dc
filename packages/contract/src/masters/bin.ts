import { defineMaster } from '../document/declare/define-master.ts'
import { choice, flag, instant, quantity, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { hazardClasses } from './hazard-class.ts'

/** The purpose of a bin, used to propose bins (receiving on arrival, rejects after inspection, staging on issue). */
export const binPurposes = {
  storage: label('存储', 'Storage'),
  receiving: label('收货待检', 'Receiving'),
  rejects: label('不合格隔离', 'Rejects'),
  staging: label('备料发货', 'Staging'),
} as const

export type BinPurpose = keyof typeof binPurposes

/**
 * Bin 货位: 库区-排-架-层-位 within a storage location; unknown to the ERP's inventory management. SAP: storage bin (LGPLA).
 */
export const bin = defineMaster({
  name: 'bin',
  area: 'masters',
  label: label('货位', 'Storage bin'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 100,
    }),
    bin: text(label('货位', 'Bin'), { required: true, lengthMax: 18, width: 140 }),
    area: text(label('库区', 'Area'), { code: 'capitals', lengthMax: 10, width: 80 }),
    aisle: text(label('排', 'Aisle'), { code: 'capitals', lengthMax: 10, width: 60 }),
    rack: text(label('架', 'Rack'), { code: 'capitals', lengthMax: 10, width: 60 }),
    level: text(label('层', 'Level'), { code: 'capitals', lengthMax: 10, width: 60 }),
    position: text(label('位', 'Position'), { code: 'capitals', lengthMax: 10, width: 60 }),
    purpose: choice(label('用途', 'Purpose'), binPurposes, { required: true, width: 110 }),
    hazardClass: choice(label('危险类别', 'Hazard class'), hazardClasses, { width: 160 }),
    weightCapacityKg: quantity(label('承重（kg）', 'Weight capacity (kg)'), {
      minimum: '0.001',
      width: 110,
    }),
    /** Of goods that are counted in whole units. */
    pieceCapacity: quantity(label('件数上限', 'Capacity in pieces'), {
      minimum: '0.001',
      width: 90,
    }),
    allowsMixing: flag(label('允许混放', 'Mixing allowed'), { required: true, width: 80 }),
    barcode: text(label('条码', 'Barcode'), { code: 'capitals', lengthMax: 40, width: 150 }),
    isFrozen: flag(label('冻结', 'Frozen'), { required: true, width: 70 }),
    remark: text(label('备注', 'Remark'), { lengthMax: 200, width: 160 }),
    lastCountedAt: instant(label('上次盘点', 'Last counted'), { by: 'server', width: 140 }),
  },
  key: ['companyCode', 'plant', 'storageLocation', 'bin'],
  display: 'bin',
  search: ['bin', 'barcode', 'area', 'remark'],
  scope: { companyCode: 'companyCode', plant: 'plant', storageLocation: 'storageLocation' },
  paperLabel: {
    code: ['barcode', 'bin'],
    lines: ['bin', 'storageLocation', 'area', 'hazardClass'],
  },
  pages: {
    '/base/locationMgr': {
      // The list of the master, and the map.
      kind: 'screen',
      edits: true,
      filters: ['plant', 'storageLocation', 'bin', 'area', 'purpose', 'hazardClass'],
      columns: [
        'companyCode',
        'plant',
        'storageLocation',
        'bin',
        'area',
        'aisle',
        'rack',
        'level',
        'position',
        'purpose',
        'lastCountedAt',
        'hazardClass',
        'weightCapacityKg',
        'pieceCapacity',
        'allowsMixing',
        'barcode',
        'isFrozen',
        'remark',
        'isActive',
        'updatedAt',
      ],
    },
  },
})
