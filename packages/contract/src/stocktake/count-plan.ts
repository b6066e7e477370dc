import { choice, date, flag, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import type { SpecialStockCode } from '../document/declare/stock-words.ts'
import { countTypes } from './count-types.ts'

// The scope of a count, from which count sheets 盘点表 are made: one order for a keeper and an area, with so many lines at most.

/** Lines of a sheet, unless the person says otherwise: what a storekeeper counts in a shift. */
export const sheetLinesUsual = 50
/** Keys that one plan takes; a larger scope is divided by storage location or area. */
export const planKeysMax = 5000

/** What a plan is chosen by; the lists of the page and the call have the same fields. */
export const countPlanFields = {
  countType: choice(label('盘点类型', 'Count type'), countTypes, { required: true }),
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location'),
  keeperName: text(label('保管员', 'Keeper'), { lengthMax: 40 }),
  area: text(label('库区', 'Area'), { code: 'capitals', lengthMax: 10 }),
  binFrom: text(label('货位从', 'Bins from'), { code: 'capitals', lengthMax: 18 }),
  binTo: text(label('货位到', 'Bins to'), { code: 'capitals', lengthMax: 18 }),
  materialGroup: reference(label('物料组', 'Material group'), 'material-group'),
  /** After movement: bins in which something moved since this day. */
  movedSince: date(label('自何日起有出入', 'Moved since')),
  /** Spot check: so many keys, drawn by the seed; without one a new seed is drawn. */
  sampleSize: integer(label('抽样行数', 'Keys to draw'), { minimum: '1', maximum: '5000' }),
  sampleSeed: text(label('抽样种子', 'Seed'), { lengthMax: 24 }),
  sheetLines: integer(label('每张表最多行数', 'Lines of a sheet at most'), {
    minimum: '1',
    maximum: '500',
  }),
  isBlind: flag(label('盲盘', 'Blind')),
} as const

export type CountPlanField = keyof typeof countPlanFields

/** A key on a sheet that would be made. */
export interface PlannedLine {
  materialNo: string
  description: string
  bin: string
  batch: string
  stockCategory: 'UU' | 'QI' | 'BL'
  specialStock: SpecialStockCode
  specialStockReference: string
  abcClass: string
  lastCountedAt: string | null
}

/** A sheet that would be made. */
export interface PlannedSheet {
  plant: string
  storageLocation: string
  storageLocationName: string
  keeperName: string
  area: string
  lines: PlannedLine[]
  /** Of an annual count: bins without stock in the books, which are looked into too. */
  emptyBins: string[]
}

/** What a plan would make. */
export interface CountPlan {
  /** The seed by which the sample was drawn; null if it is none. */
  sampleSeed: string | null
  /** Keys within the scope, of which a sample is drawn. */
  population: number
  /** Keys left out because they are on an open order. */
  beingCounted: number
  /** Empty bins that are on no sheet, because nothing is counted in their area or a sheet takes no more. */
  emptyBinsLeft: number
  sheets: PlannedSheet[]
}

/** The orders that were made. */
export interface MadeSheets {
  documents: { id: string; docNo: string; lines: number }[]
}
