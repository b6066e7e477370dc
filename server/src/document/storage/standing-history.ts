import { addAll } from '@kufang/kernel/add-all.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type {
  HistoryBook,
  HistoryDeclaration,
  HistoryItem,
} from '@kufang/contract/document/declare/history.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { documents, definitionOf } from '@kufang/contract/registry.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import { lineErpState } from './line-erp-state.ts'
import { documentTable } from './table.ts'

// What stands of a document's lines in the histories of items, as SQL made from the declaration. Writing, proving and
// completing a history are the same comparison of it with the recorded rows.

/** More documents between a line and its item than this are not looked for. */
const hopsMax = 6

/** The company of every statement about histories: named in each join, so that Citus reads one machine. */
const company = '$1'

/** How a line is followed back to its item: joins, and the columns of the item, which are null where it has none. */
export interface ItemPath {
  joins: string[]
  id: string
  line: string
}

/** By number: the item's document is found by its number, which the line carries. */
function pathByNumber(item: HistoryItem & { by: object }, alias: string): ItemPath {
  const { header } = documentTable(definitionOf(item.document))
  return {
    joins: [
      `left join ${header} ${alias} on ${alias}.company_code = ${company} and ${alias}.doc_no = l.${toSnake(item.by.no)}`,
    ],
    id: `${alias}.id`,
    line: `l.${toSnake(item.by.line)}`,
  }
}

/** Whether lines of a type are made from lines of `wanted`, directly or through others. */
function leadsTo(name: string, wanted: string, hops = hopsMax): boolean {
  if (hops === 0) return false
  return sourcesOf(definitionOf(name)).some(
    ({ document }) => document === wanted || leadsTo(document, wanted, hops - 1),
  )
}

/** By source: through the lines it was made from, of whatever type these are. */
function pathBySource(type: string, wanted: string, from: string, alias: string): ItemPath {
  const joins: string[] = []
  const ids: string[] = []
  const lines: string[] = []
  const sources = new Set(sourcesOf(definitionOf(type)).map(({ document }) => document))
  let count = 0
  for (const source of sources) {
    if (source === wanted) {
      ids.push(`case when ${from}.source_type = '${source}' then ${from}.source_id end`)
      lines.push(`case when ${from}.source_type = '${source}' then ${from}.source_line end`)
    } else if (leadsTo(source, wanted)) {
      const next = `${alias}_${++count}`
      const { line } = documentTable(definitionOf(source))
      joins.push(
        `left join ${line} ${next} on ${next}.company_code = ${company} and ${from}.source_type = '${source}'
           and ${next}.document_id = ${from}.source_id and ${next}.line_no = ${from}.source_line`,
      )
      const further = pathBySource(source, wanted, next, next)
      addAll(joins, further.joins)
      ids.push(further.id)
      lines.push(further.line)
    }
  }
  if (ids.length === 0) throw new Error(`no line of ${type} is made from one of ${wanted}`)
  return { joins, id: coalesced(ids), line: coalesced(lines) }
}

/**
 * By reference: through the lines of another document for which it was made without being made from them (`documents.refer`).
 */
function pathByReference(type: string, wanted: string, alias: string): ItemPath {
  const paths = Object.keys(documents)
    .filter((name) => leadsTo(name, wanted) && !leadsTo(type, name))
    .map((name, index) => {
      const referring = `${alias}_${index}r`
      const { line } = documentTable(definitionOf(name))
      const further = pathBySource(name, wanted, referring, referring)
      const join = `left join lateral (
         select o.company_code, o.source_type, o.source_id, o.source_line from document_link k
         join ${line} o on o.company_code = k.company_code and o.document_id = k.from_id and o.line_no = k.from_line
         where k.company_code = ${company} and k.to_type = '${type}' and k.to_id = l.document_id and k.to_line = l.line_no
           and k.from_type = '${name}' and not k.is_counted
         order by k.from_id, k.from_line limit 1) ${referring} on true`
      return { ...further, joins: [join, ...further.joins] }
    })
  if (paths.length === 0) throw new Error(`no document about ${wanted} refers to lines of ${type}`)
  return {
    joins: paths.flatMap(({ joins }) => joins),
    id: coalesced(paths.map(({ id }) => id)),
    line: coalesced(paths.map(({ line }) => line)),
  }
}

const coalesced = (columns: readonly string[]): string =>
  columns.length === 1 ? firstOf(columns) : `coalesce(${columns.join(', ')})`

const hasNumber = (item: HistoryItem): item is HistoryItem & { by: { no: string; line: string } } =>
  item.by !== undefined

/** From the lines `l` of documents of a type; the joins have aliases that begin with the given one. */
export function pathOf({ name }: AnyDocument, item: HistoryItem, alias: string): ItemPath {
  if (hasNumber(item)) return pathByNumber(item, alias)
  return item.isReferred === true
    ? pathByReference(name, item.document, alias)
    : pathBySource(name, item.document, 'l', alias)
}

/** A column of the line, or else of the header. */
function columnOf(definition: AnyDocument, name: string): string {
  const { lineFields } = documentTable(definition)
  return `${name in lineFields ? 'l' : 'h'}.${toSnake(name)}`
}

/** As SQL: the values that lines `l` of headers `h` must have. */
export function conditionOf(
  definition: AnyDocument,
  where: Readonly<Partial<Record<string, string | boolean>>>,
) {
  return Object.entries(where).map(([name, value]) => {
    const column = columnOf(definition, name)
    if (typeof value === 'boolean') return value ? column : `${column} = false`
    return `${column} = '${value}'`
  })
}

/** As SQL: when the event happened. */
function momentOf({ at }: HistoryDeclaration): string {
  if (at === undefined) return 'h.created_at'
  return 'act' in at
    ? `coalesce(act_at(h.acts, '${at.act}'), h.created_at)`
    : `coalesce(h.${toSnake(at.field)}, h.created_at)`
}

/** As SQL: a row of each book in which the event counts, with null as its quantity where it does not. */
function rowsOf(
  definition: AnyDocument,
  event: HistoryDeclaration,
  path: ItemPath,
  item: HistoryItem,
): string[] {
  const less = (event.less ?? []).map((name) => ` - coalesce(l.${toSnake(name)}, 0)`).join('')
  const quantity = `l.${toSnake(event.quantity)}${less}`
  const where = conditionOf(definition, event.where ?? {})
  const row = (book: HistoryBook, conditions: string[], at: string, number: string) =>
    `('${item.document}', ${path.id}, ${path.line}, '${event.event}', '${book}',
      case when ${[...where, ...conditions].join(' and ')} then ${quantity} end, ${at}, ${number})`
  const excepted = event.except.map((state) => `'${state}'`).join(', ')
  const rows = [row(event.book, [`h.state not in (${excepted})`], momentOf(event), 'null::text')]
  if (event.posts !== false) {
    const posts = event.posts === true ? [] : conditionOf(definition, event.posts)
    const state = lineErpState('h', 'l')
    rows.push(
      row('posting', [...posts, `${state} = 'posting'`], 'now()', 'null::text'),
      row('erp', [...posts, `${state} in ('posted', 'reversing')`], 'now()', 'l.material_document'),
    )
  }
  return rows
}

/**
 * A query in parentheses: what stands in histories of the lines of documents of a type, a row for each item, event and book.
 * @param documents a condition on `l`, such as `l.company_code = $1 and l.document_id = any($2::uuid[])`
 */
export function standingSql(definition: AnyDocument, documents: string): string {
  const { header, line } = documentTable(definition)
  const paths = new Map<string, ItemPath>()
  const pathTo = (item: HistoryItem): ItemPath => {
    const key = `${item.document}/${item.by?.no ?? ''}`
    const known = paths.get(key)
    if (known !== undefined) return known
    const alias = `i${paths.size + 1}`
    const made = pathOf(definition, item, alias)
    paths.set(key, made)
    return made
  }
  const rows = (definition.history ?? []).flatMap((event) =>
    event.items.flatMap((item) => rowsOf(definition, event, pathTo(item), item)),
  )
  return `(select l.company_code, e.item_type, e.item_id, e.item_line, e.event, e.book, sum(e.quantity) as quantity,
      max(e.at) as at, max(e.material_document) as material_document, l.document_id, l.line_no as document_line,
      h.doc_no as document_no, l.source_type, l.source_id, l.source_line
    from ${line} l
    join ${header} h on h.company_code = ${company} and h.id = l.document_id
    ${[...paths.values()].flatMap(({ joins }) => joins).join('\n    ')}
    cross join lateral (values
      ${rows.join(',\n      ')}
    ) as e (item_type, item_id, item_line, event, book, quantity, at, material_document)
    where ${documents} and e.quantity <> 0 and e.item_id is not null and e.item_line is not null
    group by l.company_code, e.item_type, e.item_id, e.item_line, e.event, e.book, l.document_id, l.line_no, h.doc_no,
      l.source_type, l.source_id, l.source_line)`
}

const keyColumns = [
  'item_type',
  'item_id',
  'item_line',
  'event',
  'book',
  'document_id',
  'document_line',
]

/**
 * A query: what the recorded rows of documents of a type lack of what stands, or have beyond it.
 * @param documents of the lines `l`, and of the recorded rows `r`
 */
export function differenceSql(
  definition: AnyDocument,
  documents: { standing: string; recorded: string },
): string {
  const shared = (name: string) => `coalesce(s.${name}, w.${name}) as ${name}`
  return `select ${shared('company_code')}, ${keyColumns.map(shared).join(', ')},
     coalesce(s.quantity, 0) - coalesce(w.quantity, 0) as quantity, ${shared('document_no')},
     ${shared('source_type')}, ${shared('source_id')}, ${shared('source_line')},
     -- What is taken back is so now, whenever it was done.
     case when coalesce(s.quantity, 0) > coalesce(w.quantity, 0) then s.at else now() end as at, s.material_document
   from ${standingSql(definition, documents.standing)} s
   full join (
     select r.company_code, ${keyColumns.map((name) => `r.${name}`).join(', ')}, sum(r.quantity) as quantity,
       max(r.document_no) as document_no, max(r.source_type) as source_type, max(r.source_id::text)::uuid as source_id,
       max(r.source_line) as source_line
     from item_history r
     where ${documents.recorded} and r.document_type = '${definition.name}'
     group by r.company_code, ${keyColumns.map((name) => `r.${name}`).join(', ')}
   ) w on w.company_code = s.company_code and ${keyColumns.map((name) => `w.${name} = s.${name}`).join(' and ')}
   where coalesce(s.quantity, 0) <> coalesce(w.quantity, 0)`
}

/** Field names on which what stands depends, of the line and of the header. */
export function fieldsOfHistory(definition: AnyDocument): ReadonlySet<string> {
  const names = (definition.history ?? []).flatMap((event) => [
    event.quantity,
    ...(event.less ?? []),
    ...Object.keys(event.where ?? {}),
    ...(typeof event.posts === 'boolean' ? [] : Object.keys(event.posts)),
    ...(event.at !== undefined && 'field' in event.at ? [event.at.field] : []),
    ...event.items.flatMap(({ by }) => (by === undefined ? [] : [by.no, by.line])),
  ])
  return new Set(names)
}

/** Whether any event of the type depends on the state, or the ERP state, changing from one to the other. */
export function changesHistory(
  { history = [] }: Pick<AnyDocument, 'history'>,
  before: { state: string; erpState: string },
  after: { state: string; erpState: string },
): boolean {
  const book = (state: string): string => (state === 'posting' ? state : '')
  return history.some(
    ({ except, posts }) =>
      except.includes(before.state) !== except.includes(after.state) ||
      // Of lines that follow the header only the request does; all else is written to them.
      (posts !== false && book(before.erpState) !== book(after.erpState)),
  )
}
