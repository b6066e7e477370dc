import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import { searchedLineFields } from '@kufang/contract/document/declare/common-fields.ts'
import { actsInDecisions, ownActs, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { creatingPages, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import {
  completedOrder,
  usualOrder,
  usualOrderOfSource,
} from '@kufang/contract/document/usual-order.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ListOptions } from '../../platform/list/list-options.ts'
import { readList } from '../../platform/list/read-list.ts'
import type { Session } from '../../platform/session/session.ts'
import { summariseGoodsWithAmounts } from './goods-summary.ts'
import { listedColumns } from '../storage/not-shown-yet.ts'
import { ofKind } from '../storage/of-kind.ts'
import { mayNotCreate, mayRead, requestedCreatingPage, requestedPage } from '../storage/reading.ts'
import { searchDocuments } from './search-documents.ts'
import { ofVariants, scopeWithinCompanies, type ScopeCondition } from '../storage/scope.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'

const sizeMax = 500
/** So many lines offered are counted; nobody takes up more at once. */
const sourcesCountMax = 1000

/** Requires a page of this document or of one of its successors; others are refused. */
export function assertMayRead(table: DocumentTable, session: Session): void {
  const { definition } = table
  if (mayRead(definition, session)) return
  const roles = rolesForReading(definition).join('/')
  throw refuse('role-missing', { action: '查询', actionEn: 'read', roles })
}

export function listOptions(
  table: DocumentTable,
  session: Session,
  request: ListRequest,
): Omit<ListOptions, 'sizeMax'> {
  const level = request.level ?? 'header'
  const hidden = hiddenFields(table.definition, session)
  const columns = Object.fromEntries(
    Object.entries(listedColumns(table, level)).filter(([name]) => !hidden.has(name)),
  )
  const { page } = request
  const usual = usualOrder(
    table.definition,
    page === undefined ? undefined : table.definition.pages[page],
  )
  const sort = completedOrder(request.sort, usual)
  const from =
    level === 'line'
      ? `${table.line} l join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id`
      : `${table.header} h`
  return {
    from,
    columns,
    key: level === 'line' ? ['id', 'lineNo'] : ['id'],
    ascending: ['lineNo'],
    search: level === 'line' ? ['docNo', ...searchedLineFields(table.definition)] : ['docNo'],
    searchWord: (word) => searchDocuments(table, level, word),
    request: { ...request, ...(sort !== undefined && { sort: [...sort] }) },
    // Acts are sent with each row, so that the browser can disable buttons for four eyes.
    ...(actsInDecisions(table.definition).length > 0 && { unlisted: { acts: 'h.acts' } }),
    scope: withinPage(table, session, level, request.page),
    partition: { sql: 'h.company_code', values: session.scope.companyCodes },
    ...(level === 'line' && {
      alone: { from: `${table.line} l`, partition: 'l.company_code', without: 'h' },
    }),
    ...(level === 'line' && table.hasGoods ? { unit: 'l.unit' } : {}),
    defaultSort: usual,
    inOrderOf: ['docNo', 'createdAt'],
    timeZone: companyTimeZone,
  }
}

/** The person's scope, and the condition of the page from which the list is requested. */
function withinPage(
  table: DocumentTable,
  session: Session,
  level: 'header' | 'line',
  path: string | undefined,
): ScopeCondition {
  const scope = scopeWithinCompanies(table, session, level)
  if (path === undefined) return scope
  const { where = {} } = requestedPage(table.definition, session, path)
  const page = ofVariants([where], scope.values.length + 1)
  return { sql: `${scope.sql} and ${page.sql}`, values: [...scope.values, ...page.values] }
}

/** One page of a document list, by headers or by lines. */
export async function listDocuments(
  database: Database,
  session: Session,
  table: DocumentTable,
  request: ListRequest,
): Promise<ListResponse> {
  assertMayRead(table, session)
  const { definition } = table
  const options = { ...listOptions(table, session, request), sizeMax }
  const answer = await withGoods(
    database,
    session,
    table,
    request,
    await readList(database, options),
  )
  if (actsInDecisions(definition).length === 0) return answer
  const rows = answer.rows.map((row) => ({
    ...row,
    acts: ownActs(definition, row['acts'] as Record<string, Act>, session.userId),
  }))
  return { ...answer, rows }
}

/** The rows of a list of documents with the summary of their goods, if the request asks for it. */
async function withGoods(
  database: Database,
  session: Session,
  { definition }: DocumentTable,
  { withGoods: isAsked, level = 'header' }: ListRequest,
  answer: ListResponse,
): Promise<ListResponse> {
  if (isAsked !== true || level !== 'header') return answer
  const documents = answer.rows.map((row) => ({
    documentType: definition.name,
    documentId: String(row['id']),
    companyCode: String(row['companyCode']),
  }))
  const goodsOf = await summariseGoodsWithAmounts(database, session, documents)
  return {
    ...answer,
    rows: answer.rows.map((row) => {
      const { amount, ...goods } = goodsOf.get(String(row['id'])) ?? { amount: null }
      return { ...row, goods: 'materialNo' in goods ? goods : null, goodsAmount: amount }
    }),
  }
}

/**
 * The source of documents created on this page, or on the person's first page that creates them from a source. Its lines
 * are shown to those who may create from them, and to nobody who only reads what came of them.
 * @throws `role-missing`, `not-found` if the type has no such page
 */
export function sourceAskedFor(
  definition: AnyDocument,
  session: Session,
  path: string | undefined,
): AnyDocument['source'] {
  if (path !== undefined)
    return variantOnPage(definition, requestedCreatingPage(definition, session, path)).source
  const pages = creatingPages(definition, session)
  // Types created only by other documents have no such page; administrators may still create them.
  if (pages.length === 0 && !session.isAdmin) throw mayNotCreate(definition)
  const own = pages.map(({ page }) => variantOnPage(definition, page).source)
  return own.find((source) => source !== undefined) ?? definition.source
}

/** Open lines from which a successor of this type can be created, within the person's scope. */
export async function listSources(
  database: Database,
  session: Session,
  table: DocumentTable,
  request: ListRequest,
): Promise<ListResponse> {
  const { definition } = table
  const { label } = definition
  const source = sourceAskedFor(definition, session, request.page)
  if (!source) throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: 'sources' })
  assertMayRead(table, session)
  const sourceTable = documentTable(definitionOf(source.document))
  const { page: _page, ...asked } = request
  const usual = usualOrderOfSource(sourceTable.definition, source.states)
  const sort = completedOrder(request.sort, usual)
  const options = listOptions(sourceTable, session, {
    ...asked,
    ...(sort !== undefined && { sort: [...sort] }),
    level: 'line',
  })
  const states = source.states.map((state) => `'${state}'`).join(', ')
  const completed = sourceTable.definition.isMirror
    ? ` and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false)${'isBlocked' in sourceTable.lineFields ? ' and not coalesce(l.is_blocked, false)' : ''}`
    : ''
  const limits = (source.limitedBy ?? []).map(
    (name) => `coalesce(${fieldOf(sourceTable.lineColumns, name).sql}, 0)`,
  )
  const allowed = limits.length > 0 ? ` and ${limits.join(' + ')} > l.done_quantity` : ''
  return readList(database, {
    ...options,
    sizeMax,
    countMax: sourcesCountMax,
    defaultSort: usual,
    scope: {
      ...options.scope,
      sql: `${options.scope.sql} and h.state in (${states}) and l.open_quantity > 0 and ${ofKind(sourceTable.lineColumns, source.where)}${allowed}${completed}`,
    },
  })
}
