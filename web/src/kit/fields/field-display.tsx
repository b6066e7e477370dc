import type { ReactNode } from 'react'
import type { Field, MasterName } from '@kufang/contract/document/declare/field.ts'
import { cellText } from '../grid/cell-format.ts'
import { useLanguage } from '../text/language.ts'
import { fieldColumn } from './field-column.ts'
import type { Row } from './field-column.ts'
import { useMasterWords } from './master-words.ts'

/** Masters whose name is shown in separate fields, or equals the code. */
const describedBeside: ReadonlySet<MasterName> = new Set(['material', 'bin', 'excess-tolerance'])

/** A formatted field value, with the name of a reference; an en dash if empty. */
export function FieldDisplay(props: { name: string; field: Field; values: Row }): ReactNode {
  useLanguage()
  const { name, field, values } = props
  const value = values[name]
  const textField = `${name}Text`
  const isAsked =
    field.kind === 'reference' &&
    field.master !== undefined &&
    !describedBeside.has(field.master) &&
    !(textField in values)
  const words = useMasterWords(
    isAsked ? field.master : undefined,
    typeof value === 'string' ? value : null,
    values,
  )
  const column = fieldColumn(name, field)
  const shown = words === '' ? values : { ...values, [textField]: words }
  return <>{cellText(column, shown)}</>
}
