import type { MirroredUnit } from '../masters/public.ts'

/**
 * Names and decimals of units as SAP delivers them (T006, T006A), for units that the ERP names and that are not known
 * yet: its API has their codes only. The customer may change both afterwards.
 */
const usual: Readonly<Record<string, Omit<MirroredUnit, 'unit'>>> = {
  EA: { nameZh: '个', nameEn: 'Each', decimals: 0 },
  ST: { nameZh: '件', nameEn: 'Piece', decimals: 0 },
  PC: { nameZh: '件', nameEn: 'Piece', decimals: 0 },
  PAA: { nameZh: '双', nameEn: 'Pair', decimals: 0 },
  SET: { nameZh: '套', nameEn: 'Set', decimals: 0 },
  BOX: { nameZh: '盒', nameEn: 'Box', decimals: 0 },
  KAR: { nameZh: '箱', nameEn: 'Carton', decimals: 0 },
  PAK: { nameZh: '包', nameEn: 'Pack', decimals: 0 },
  ROL: { nameZh: '卷', nameEn: 'Roll', decimals: 0 },
  BOT: { nameZh: '瓶', nameEn: 'Bottle', decimals: 0 },
  DR: { nameZh: '桶', nameEn: 'Drum', decimals: 0 },
  PAL: { nameZh: '托盘', nameEn: 'Pallet', decimals: 0 },
  G: { nameZh: '克', nameEn: 'Gram', decimals: 3 },
  KG: { nameZh: '千克', nameEn: 'Kilogram', decimals: 3 },
  TO: { nameZh: '吨', nameEn: 'Tonne', decimals: 3 },
  M: { nameZh: '米', nameEn: 'Metre', decimals: 3 },
  M2: { nameZh: '平方米', nameEn: 'Square metre', decimals: 3 },
  M3: { nameZh: '立方米', nameEn: 'Cubic metre', decimals: 3 },
  L: { nameZh: '升', nameEn: 'Litre', decimals: 3 },
}

/** A unit the ERP names, with its usual name and decimals; one that is not usual has its code and 3 decimals. */
export function newUnit(unit: string): MirroredUnit {
  return { unit, ...(usual[unit] ?? { nameZh: unit, decimals: 3 }) }
}
