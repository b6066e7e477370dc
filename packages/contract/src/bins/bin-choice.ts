import type { Label } from '../document/declare/label.ts'
import { label } from '../document/declare/label.ts'
import { renderSentence } from '@kufang/kernel/refusal.ts'
import { unitWord } from '../document/catalogue/unit-words.ts'
import { hazardClasses, type HazardClass } from '../masters/hazard-class.ts'

// Which bin goods should be put into, and why this one and not another: hazard class, mixing rule, capacity and what lies
// there already.

/** Goods that need a bin of a storage location. */
export interface BinRequest {
  /** Without it that of the plant, of the companies the person works for. */
  companyCode?: string | undefined
  plant: string
  storageLocation: string
  materialNo: string
  batch?: string | undefined
  /** In the base unit. */
  quantity?: string | undefined
  /** Where they lie now, of goods that go to another bin of the same storage location. */
  exceptBin?: string | undefined
}

/** What speaks for a bin, in the order in which it is told. */
const grounds = {
  'same-batch': label(
    '已存同批次 {batch} {quantity} {unit}',
    'has {quantity} {unit} of batch {batch} already',
  ),
  'same-material': label('已存同物料 {quantity} {unit}', 'has {quantity} {unit} of it already'),
  empty: label('空货位', 'is empty'),
  mixing: label('已有其他物料，允许混放', 'has other materials and may be mixed'),
  hazard: label('危险类别 {hazard} 相符', 'is for hazard class {hazard}'),
  'no-hazard': label(
    '普通货位，物料无危险类别',
    'is an ordinary bin, and the material has no hazard class',
  ),
  room: label('承重余 {left} kg，需 {weight} kg', 'carries {left} kg more, {weight} kg are needed'),
  pieces: label(
    '还可放 {left} 件，需 {pieces} 件',
    'takes {left} pieces more, {pieces} are needed',
  ),
  'weight-unknown': label(
    '重量未知，未核承重',
    'was not checked for its load: the weight is not known',
  ),
} as const satisfies Record<string, Label>

/** What rules a bin out, in the order in which it is told. */
const objections = {
  current: label('货物现在的货位', 'is where the goods lie now'),
  inactive: label('货位已停用', 'is disabled'),
  frozen: label('货位已冻结', 'is frozen'),
  purpose: label('不是存储货位', 'is not for storage'),
  'hazard-differs': label(
    '危险类别不符：物料 {hazard}，货位 {binHazard}',
    'hazard class differs: the material is {hazard}, the bin {binHazard}',
  ),
  'not-mixed': label('不允许混放，已存 {other}', 'takes one material only and has {other}'),
  'no-room': label(
    '承重余 {left} kg，不足 {weight} kg',
    'carries {left} kg more, less than {weight} kg',
  ),
  'no-pieces': label(
    '还可放 {left} 件，不足 {pieces} 件',
    'takes {left} pieces more, fewer than {pieces}',
  ),
} as const satisfies Record<string, Label>

export type Ground = keyof typeof grounds
export type Objection = keyof typeof objections

/** A reason for or against a bin, with its numbers. */
export interface BinReason {
  code: Ground | Objection
  params: Readonly<Record<string, string>>
}

/** A bin of the storage location: proposed, possible, or refused because of its objections. */
export interface BinChoice {
  bin: string
  area: string
  verdict: 'proposed' | 'possible' | 'refused'
  reasons: readonly BinReason[]
}

const texts: Readonly<Record<string, Label>> = { ...grounds, ...objections }
const noHazard = label('普通', 'ordinary')

/** A reason in words. */
export function describeBinReason({ code, params }: BinReason, language: 'zh' | 'en'): string {
  const hazard = (value: string | undefined) =>
    (hazardClasses[value as HazardClass] ?? noHazard)[language]
  return renderSentence(texts[code]![language], {
    ...params,
    ...(params['unit'] === undefined ? {} : { unit: unitWord(params['unit'], language) }),
    ...('hazard' in params ? { hazard: hazard(params['hazard']) } : {}),
    ...('binHazard' in params ? { binHazard: hazard(params['binHazard']) } : {}),
  })
}
