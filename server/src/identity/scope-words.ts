import { allValues } from '@kufang/contract/document/declare/define-relation.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import type { Scope } from '../platform/session/session.ts'

/** A data scope in words, for who approves rights within it. */
export function scopeWords(scope: Scope): Label {
  const { companyCodes, plants, storageLocations, materialGroups, supplierNo, pickingUnits } = scope
  const parts: [zh: string, en: string, values: readonly string[] | null][] = [
    ['公司', 'companies', companyCodes],
    ['工厂', 'plants', plants],
    ['库存地点', 'storage locations', storageLocations],
    ['物料类', 'material groups', materialGroups],
    ['领用单位', 'picking units', pickingUnits],
    ...(supplierNo === null || supplierNo === ''
      ? []
      : [['供应商', 'supplier', [supplierNo]] as [string, string, string[]]]),
  ]
  const listed = (values: readonly string[] | null, separator: string) =>
    values === null ? allValues : values.length === 0 ? '–' : values.join(separator)
  return label(
    parts.map(([zh, , values]) => `${zh} ${listed(values, '、')}`).join('；'),
    parts.map(([, en, values]) => `${en} ${listed(values, ', ')}`).join('; '),
  )
}
