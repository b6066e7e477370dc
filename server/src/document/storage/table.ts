import { lineErpState } from './line-erp-state.ts'
import { isOfWords } from '@kufang/contract/document/words-order.ts'
import { codeFormOf } from '@kufang/contract/document/code-form.ts'
import { commonHeader, commonLineOf } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { FieldKind, Fields } from '@kufang/contract/document/declare/field.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { ListColumn } from '../../platform/list/column-type.ts'
import { searchTextSql } from '../../platform/list/search-text.ts'
import { searchedColumns } from './searched-columns.ts'

export type { ListColumn }

/** The tables of a document type, from which the generic statements are built once per type. */
export interface DocumentTable {
  definition: AnyDocument
  /** Whether its lines have a material and a quantity. */
  hasGoods: boolean
  header: string
  line: string
  /** Declared and common fields of header and line. */
  headerFields: Fields
  lineFields: Fields
  /** SQL type by field, for json_to_recordset. */
  headerTypes: Record<string, string>
  lineTypes: Record<string, string>
  /** Columns with an index of their joint text. */
  searched: { header: readonly string[]; line: readonly string[] }
  headerColumns: Record<string, ListColumn>
  /** Columns of line-level rows; the line's column if header and line have the same name. */
  lineColumns: Record<string, ListColumn>
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
  serialNumbers: 'text[]',
}

const tables = new WeakMap<AnyDocument, DocumentTable>()

export function documentTable(definition: AnyDocument): DocumentTable {
  let table = tables.get(definition)
  if (!table) tables.set(definition, (table = build(definition)))
  return table
}

function build(definition: AnyDocument): DocumentTable {
  const { printCount, ...unprinted } = commonHeader
  // Mirrors of ERP documents are not printed here and have no print count.
  const headerFields: Fields = {
    ...unprinted,
    ...(definition.isMirror ? {} : { printCount }),
    ...definition.header,
  }
  const lineFields: Fields = { ...commonLineOf(definition), ...definition.lines }
  const searched = searchedColumns(definition, headerFields, lineFields)
  const headerColumns = columnsOf('h', headerFields, searched.header)
  headerColumns['id'] = { sql: 'h.id', kind: 'text', type: 'uuid', isNotNull: true }
  // The usual sort columns are never null, so that paging can use one index.
  for (const name of ['createdAt', 'docNo'])
    headerColumns[name] = { ...fieldOf(headerColumns, name), isNotNull: true }
  headerColumns['version'] = { sql: 'h.version', kind: 'integer' }
  const lineColumns = { ...headerColumns, ...columnsOf('l', lineFields, searched.line) }
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
    searched,
    headerColumns,
    lineColumns,
  }
}

function columnsOf(
  alias: string,
  fields: Fields,
  searched: readonly string[],
): Record<string, ListColumn> {
  const searchText = searchTextSql(searched.map((name) => `${alias}.${name}`))
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        sql: `${alias}.${toSnake(name)}`,
        kind: field.kind,
        code: codeFormOf(field),
        ...(isOfWords(name, field) && { isOfWords: true }),
        ...(searched.includes(toSnake(name)) && { searchText }),
        // Fields set by the frame are never null, so paging may compare whole rows and use an index.
        ...(field.required && field.by === 'server' ? { isNotNull: true } : {}),
        ...(field.isTotalled ? { isTotalled: true } : {}),
        ...(field.kind === 'quantity' && field.unit !== undefined && { unitField: field.unit }),
      },
    ]),
  )
}

function typesOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sqlTypes[field.kind]]),
  )
}

/** The tables of the type of this name. @throws Refusal if there is no such type */
export function tableByName(name: string): DocumentTable {
  const definition = documentDefinition(name)
  if (!definition)
    throw refuse('not-found', { subject: '单据类型', subjectEn: 'Document type', no: name })
  return documentTable(definition)
}
