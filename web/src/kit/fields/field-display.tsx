import type { ReactNode } from 'react'
import type { Field } from '@kufang/contract/document/field.ts'
import { cellText } from '../grid/cell-format.ts'
import { useLanguage } from '../text/language.ts'
import { fieldColumn } from './field-column.ts'
import type { Row } from './field-column.ts'
import { useMasterWords } from './master-search.ts'

/** A field as text: formatted, with the words of a reference; an empty value is an en dash. */
export function FieldDisplay(props: { name: string; field: Field; values: Row }): ReactNode {
  useLanguage()
  const { name, field, values } = props
  const words = useMasterWords(field.kind === 'reference' ? field.master : undefined)
  const column = fieldColumn(name, field)
  const value = values[name]
  const known = typeof value === 'string' ? words.get(value) : undefined
  const textField = `${name}Text`
  const shown =
    known === undefined || textField in values ? values : { ...values, [textField]: known }
  return <>{cellText(column, shown)}</>
}
