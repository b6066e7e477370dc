import { textOf } from '@kufang/kernel/text-of.ts'
import { isOfWords } from '@kufang/contract/document/words-order.ts'
import { codeFormOf } from '@kufang/contract/document/code-form.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { hasValidity } from '@kufang/contract/document/declare/validity.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { masterDefinition } from '@kufang/contract/masters/declarations.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Row } from '../platform/database/database.ts'
import type { ListColumn } from '../platform/list/column-type.ts'
import { isOwnKey } from './master-input.ts'
import { searchTextSql } from '../platform/list/search-text.ts'
import type { Session } from '../platform/session/session.ts'

// SQL of master declarations: the table has the master's name, each field a column.

/** Users are maintained by identity; here active employees can be searched, by who works for one of their companies. */
const sources: Record<string, string> = {
  user: `(select id, account, user_name, '' as pinyin, status = 'active' as is_active, version, changed_at as updated_at,
    '' as updated_by_name from app_user where user_type = 'EMP')`,
}

/** Columns that the table of a master does not have: what other areas record of its rows, on the same machine. */
const recorded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bin: {
    lastCountedAt: `(select d.counted_at from bin_count_date d where d.company_code = m.company_code and d.plant = m.plant
      and d.storage_location = m.storage_location and d.bin = m.bin)`,
  },
}

/** The declaration named in a request. */
export function findMaster(name: string): AnyMaster {
  const definition = masterDefinition(name)
  if (definition === undefined)
    throw refuse('not-found', { subject: '主数据', subjectEn: 'Master', no: name })
  return definition
}

/** The FROM clause; the alias is m. */
export function masterSource(definition: AnyMaster): string {
  return `${sources[definition.name] ?? toSnake(definition.name)} m`
}

/** The quoted column of a field: some are SQL keywords. */
export function columnOf(field: string): string {
  return `m."${toSnake(field)}"`
}

/** Hidden column: whether the row is valid today, for pickers. */
export const validityField = 'isValid'
/** SQL: today at the company. */
export const companyDay = `(now() at time zone '${companyTimeZone}')::date`

/** SQL condition: whether a row with a validity period is valid on a date. */
export function validOn(alias: string, day: string): string {
  return `(coalesce(${alias}.valid_from <= ${day}, true) and coalesce(${alias}.valid_to >= ${day}, true))`
}

/** Hidden column with initials, for the search. */
export const pinyinField = 'pinyin'

/** The fields whose texts are searched for a part of them, in the order of the index of their joint text. */
export function searchedFields({ name, search, pages, fields }: AnyMaster): readonly string[] {
  if (Object.hasOwn(sources, name)) return []
  const filters = Object.values(pages).flatMap((page) => page.filters ?? [])
  const texts = filters.filter((filter) => fields[filter]?.kind === 'text')
  return [...new Set([...search, pinyinField, ...texts])].sort()
}

/** All columns of a row. */
export function masterColumns(definition: AnyMaster): Record<string, ListColumn> {
  const columns: Record<string, ListColumn> = {}
  const searched = searchedFields(definition)
  for (const [name, field] of Object.entries(definition.fields)) {
    columns[name] = {
      sql: recorded[definition.name]?.[name] ?? columnOf(name),
      kind: field.kind,
      code: isOwnKey(definition, name) ? 'filled' : codeFormOf(field),
      ...(isOfWords(name, field) && { isOfWords: true }),
      label: field.label,
      isNotNull: field.required || definition.key.includes(name),
      ...(field.isTotalled === true ? { isTotalled: true } : {}),
    }
  }
  columns['isActive'] = {
    sql: columnOf('isActive'),
    kind: 'flag',
    isNotNull: true,
    label: label('启用', 'Active'),
  }
  columns['version'] = { sql: columnOf('version'), kind: 'integer', isNotNull: true }
  columns['updatedAt'] = {
    sql: columnOf('updatedAt'),
    kind: 'instant',
    isNotNull: true,
    label: label('更新时间', 'Updated at'),
  }
  columns['updatedByName'] = {
    sql: columnOf('updatedByName'),
    kind: 'text',
    isNotNull: true,
    label: label('更新人', 'Updated by'),
  }
  if (hasValidity(definition))
    columns[validityField] = { sql: validOn('m', companyDay), kind: 'flag', isNotNull: true }
  columns[pinyinField] = { sql: columnOf(pinyinField), kind: 'text', isNotNull: true }
  const searchText = searchTextSql(searched.map(columnOf))
  for (const name of searched) columns[name] = { ...fieldOf(columns, name), searchText }
  return columns
}

/** The columns this person may see. */
export function visibleMasterColumns(
  definition: AnyMaster,
  session: Pick<Session, 'roles' | 'isAdmin'>,
): Record<string, ListColumn> {
  const hidden = hiddenFields(definition, session)
  return Object.fromEntries(
    Object.entries(masterColumns(definition)).filter(([name]) => !hidden.has(name)),
  )
}

/** A row in contract form: optional choices and references that are '' in the table become null. */
export function masterRow(definition: AnyMaster, stored: Row): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(stored)) {
    if (name === pinyinField || name === validityField) continue
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined
    const isCode = field?.kind === 'choice' || field?.kind === 'reference'
    row[name] = isCode && !field.required && value === '' ? null : value
  }
  return row
}

/** Role codes of the master's pages; masters without pages are for administrators only. */
export function rolesForMaster(definition: AnyMaster, purpose: 'read' | 'edit'): readonly string[] {
  return Object.entries(definition.pages)
    .filter(([, page]) => purpose === 'read' || page.edits === true)
    .map(([path]) => cataloguePage(path).role)
}

/** The displayed key of a row: its non-empty key parts. */
export function keyText(definition: AnyMaster, row: Row): string {
  return definition.key
    .map((field) => textOf(row[field]))
    .filter((part) => part !== '')
    .join('/')
}
