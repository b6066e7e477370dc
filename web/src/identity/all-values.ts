import { allValues } from '@kufang/contract/document/declare/define-relation.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { Row } from '../kit/fields/field-column.ts'

/** Everything of the place named before it, also what comes later. */
export const allLabel = label('全部', 'All')

/** The values of a relation as people read them: everything is said in words, also where an empty plant means it. */
export function withAll(row: Row, fields: Fields, all: string): Row {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const isAll =
      row[name] === allValues || (field.master === 'plant' && !field.required && row[name] === '')
    return isAll ? [[name, all]] : []
  })
  return { ...row, ...Object.fromEntries(shown) }
}

/** The same in a text whose parts are separated by slashes, the company first. */
export const allInText = (text: string, all: string): string =>
  text
    .split('/')
    .map((part) => (part === allValues ? all : part))
    .join('/')
