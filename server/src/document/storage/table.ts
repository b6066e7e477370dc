import { commonHeader, commonLineOf } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { FieldKind, Fields } from '@kufang/contract/document/declare/field.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { ListColumn } from '../../platform/list/column-type.ts'

export type { ListColumn }

/** A document type as tables: what the generic statements are built from, once per type. */
export interface DocumentTable {
  definition: AnyDocument
  /** Whether its lines are about goods: a material and a quantity. */
  hasGoods: boolean
  header: string
  line: string
  /** Fields of header and line with their declared kinds, the common ones included. */
  headerFields: Fields
  lineFields: Fields
  /** SQL type by field, for json_to_recordset. */
  headerTypes: Record<string, string>
  lineTypes: Record<string, string>
  headerColumns: Record<string, ListColumn>
  /** Line-level rows: header columns, and the line's where both have a name. */
  lineColumns: Record<string, ListColumn>
}

/**
 * As SQL: where a line stands in the ERP's books. Asking the ERP to book a document is written in its header alone,
 * not in each of its lines: what is unposted there is on its way with the document. Whatever takes the header out of
 * `posting` again says of each line where it stands.
 *
 * @param header alias of the header's table
 * @param line alias of the line's
 */
export function lineErpState(header: string, line: string): string {
  return `case when ${line}.line_erp_state = 'unposted' and ${header}.erp_state = 'posting' then 'posting' else ${line}.line_erp_state end`
}

const sqlTypes: Record<FieldKind, string> = {
  text: 'text',
  quantity: 'numeric',
  money: 'numeric',
  integer: 'integer',
  decimal: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
  choice: 'text',
  reference: 'text',
  list: 'text[]',
}

const tables = new WeakMap<AnyDocument, DocumentTable>()

export function documentTable(definition: AnyDocument): DocumentTable {
  let table = tables.get(definition)
  if (!table) tables.set(definition, (table = build(definition)))
  return table
}

function build(definition: AnyDocument): DocumentTable {
  const { printCount, ...unprinted } = commonHeader
  // What is the ERP's own is not printed here, and its table does not count it.
  const headerFields: Fields = {
    ...unprinted,
    ...(definition.isMirror ? {} : { printCount }),
    ...definition.header,
  }
  const lineFields: Fields = { ...commonLineOf(definition), ...definition.lines }
  const headerColumns = columnsOf('h', headerFields)
  headerColumns['id'] = { sql: 'h.id', kind: 'text', type: 'uuid', isNotNull: true }
  // The usual orders: known to be filled, they page along one index.
  for (const name of ['createdAt', 'docNo'])
    headerColumns[name] = { ...headerColumns[name]!, isNotNull: true }
  headerColumns['version'] = { sql: 'h.version', kind: 'integer' }
  const lineColumns = { ...headerColumns, ...columnsOf('l', lineFields) }
  if (lineColumns['lineErpState'] !== undefined)
    lineColumns['lineErpState'] = { ...lineColumns['lineErpState'], sql: lineErpState('h', 'l') }
  return {
    definition,
    hasGoods: definition.goods !== false,
    header: toSnake(definition.name),
    line: `${toSnake(definition.name)}_line`,
    headerFields,
    lineFields,
    headerTypes: { ...typesOf(headerFields), acts: 'jsonb' },
    lineTypes: { ...typesOf(lineFields), sourceType: 'text', sourceId: 'uuid' },
    headerColumns,
    lineColumns,
  }
}

function columnsOf(alias: string, fields: Fields): Record<string, ListColumn> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        sql: `${alias}.${toSnake(name)}`,
        kind: field.kind,
        // What the frame itself sets is there in every row: paging may compare whole rows, and use an index.
        ...(field.required && field.by === 'server' ? { isNotNull: true } : {}),
        ...(field.isTotalled ? { isTotalled: true } : {}),
      },
    ]),
  )
}

function typesOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sqlTypes[field.kind]]),
  )
}
