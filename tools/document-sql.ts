import { commonHeader, commonLineOf } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field, FieldKind, Fields } from '@kufang/contract/document/declare/field.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { statesByDue } from '@kufang/contract/document/usual-order.ts'
import { documents } from '@kufang/contract/registry.ts'
import { toSnake } from '../server/src/platform/database/case.ts'

const types: Record<FieldKind, string> = {
  text: 'text',
  quantity: 'numeric(18,3)',
  money: 'numeric(18,2)',
  integer: 'integer',
  decimal: 'numeric(18,6)',
  date: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  reference: 'text',
  list: 'text[]',
  serialNumbers: 'text[]',
}

const names = (list: readonly string[]) => list.map((name) => `'${name}'`).join(', ')

function columnOf([name, field]: [string, Field]): string {
  const column = toSnake(name)
  const limit =
    field.kind === 'choice'
      ? ` check (${column} in (${names(Object.keys(field.choices ?? {}))}))`
      : ''
  return `    ${column} ${types[field.kind]}${limit}`
}

/** The document's own columns as an argument of `create_document_tables`; empty if it has none. */
function own(argument: string, fields: Fields, common: Fields): string[] {
  const columns = Object.entries(fields)
    .filter(([name]) => !(name in common))
    .map(columnOf)
  return columns.length === 0 ? [] : [`  ${argument} => $$\n${columns.join(',\n')}\n  $$`]
}

/**
 * The migration that creates a document's tables, generated from its declaration: by `npm run new-document`, and again
 * by `npm run update-document` until it is committed.
 */
export function documentSql(definition: AnyDocument): string {
  const parts = [
    `'${toSnake(definition.name)}', array[${names(Object.keys(definition.states))}]`,
    ...own('header', definition.header, commonHeader),
    ...own('lines', definition.lines, commonLineOf(definition)),
    ...(definition.goods === false ? ['  has_goods => false'] : []),
  ]
  return `-- ${definition.label.zh} ${definition.label.en}
select create_document_tables(${parts.join(',\n')});
${
  definition.lines['quantity']?.mayBeZero === true
    ? `select allow_quantity_zero('${toSnake(definition.name)}');
`
    : ''
}${dueIndexes(definition)}`
}

/** The indexes in the order of its due date; empty without one. */
function dueIndexes(definition: AnyDocument): string {
  if (definition.due === undefined) return ''
  const sources = Object.values<AnyDocument>(documents).flatMap(sourcesOf)
  const states = [...statesByDue(definition, sources)]
  if (states.length === 0) return ''
  return `select create_due_indexes('${toSnake(definition.name)}', '${toSnake(definition.due.by)}', array[${names(states)}]);
`
}
