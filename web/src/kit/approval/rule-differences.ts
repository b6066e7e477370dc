import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { fieldColumn } from '../fields/field-column.ts'
import { cellText, emptyValue } from '../grid/cell-format.ts'

/** Old and new of a rule, one text for each field that differs; of a new one what it is to be. */
export function ruleDifferences(
  fields: Fields,
  { before, after }: Pick<RuleChange, 'before' | 'after'>,
  label: (words: Label) => string,
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!Object.hasOwn(after, name)) return []
    const column = fieldColumn(name, { ...field, required: false })
    const wanted = cellText(column, after)
    if (before === null) return wanted === emptyValue ? [] : [`${label(field.label)} ${wanted}`]
    const old = cellText(column, before)
    return old === wanted ? [] : [`${label(field.label)} ${old} → ${wanted}`]
  })
}
