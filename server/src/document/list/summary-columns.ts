import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { fieldsHiddenAtFirst } from '@kufang/contract/document/visible.ts'
import { fieldOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { DocumentTable } from '../storage/table.ts'
import { isShownByNow } from '../storage/not-shown-yet.ts'

/**
 * What the summary of a document reads of its first line (alias l), and whether the header (alias h) decides what of it is
 * shown; null if its lines have neither goods nor anything that it is about.
 */
export function summaryColumns(table: DocumentTable): { sql: string; isOfHeader: boolean } | null {
  const { definition, lineFields } = table
  if (definition.about !== undefined) return { sql: aboutSql(definition.about), isOfHeader: false }
  if (!['materialNo', 'description', 'quantity', 'unit'].every((name) => name in lineFields))
    return null
  const isOfHeader = fieldsHiddenAtFirst(definition).has('quantity')
  const quantity = isOfHeader
    ? `case when ${isShownByNow(table)} then l.quantity end as quantity`
    : 'l.quantity'
  return {
    sql: `null::text as about, l.material_no, l.description, ${quantity}, l.unit`,
    isOfHeader,
  }
}

/** The first of these fields that has a value, and its name. */
function aboutSql(fields: readonly string[]): string {
  const values = fields.map((name) => `nullif(l.${toSnake(name)}, '')`)
  const names = fields.map(
    (name, index) => `when ${itemAt(values, index)} is not null then '${name}'`,
  )
  return `case ${names.join(' ')} else '${firstOf(fields)}' end as about, '' as material_no,
          coalesce(${values.join(', ')}, '') as description, null::numeric as quantity, '' as unit`
}

/** The value in words, with its field if others could be meant. */
export function aboutWords({ about = [], lines }: AnyDocument, name: string, value: string): Label {
  const { choices, label } = fieldOf(lines, name)
  const chosen = choices?.[value]
  if (chosen !== undefined) return chosen
  return about.length === 1
    ? { zh: value, en: value }
    : { zh: `${label.zh} ${value}`, en: `${label.en} ${value}` }
}
