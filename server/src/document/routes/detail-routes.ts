import type { DocumentResponse, LogRow } from '@kufang/contract/document/api.ts'
import type { ItemHistoryResponse } from '@kufang/contract/document/item-history.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { decide, holdsAny, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { visibleTo } from '@kufang/contract/document/visible.ts'
import { isHistoryItem } from '@kufang/contract/history-items.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { dependenciesOf } from '../../erp/posting-row.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { refusalOfHiddenLines } from '../act/whole-document.ts'
import { explainRefusal } from '../act/explain-refusal.ts'
import { readSteps } from '../books/steps.ts'
import { documentFlow } from '../storage/flow.ts'
import { readableFlow } from '../storage/readable-flow.ts'
import { withNeighbours } from '../storage/neighbour-flow.ts'
import { bilingualRefusal } from '../input/describe-refusal.ts'
import { assertMayRead } from '../list/list.ts'
import { readItemHistory } from '../history/read-item-history.ts'
import { actorOf, identified, ofLine } from './requests.ts'
import { tableByName } from '../storage/table.ts'
import type { LoadedDocument } from '../storage/document.ts'
import { loadVisible } from '../storage/store.ts'
import type { DocumentTable } from '../storage/table.ts'

/** Routes for one document: content and permitted actions, flow, item history, moves, log and ERP messages. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const documentDetailRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const schema = { tags: ['documents'] }

  routes.get(
    '/api/documents/:name/:id',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const loaded = await visible(request, table)
      const { definition } = table
      const actor = actorOf(request)
      const decider = { ...actor.session, functionCodes: actor.functionCodes }
      const { header, lines, hiddenLines = [] } = loaded
      const actions: DocumentResponse['actions'] = {}
      for (const action of Object.keys(definition.actions)) {
        const refusal = decide(definition, action, decider, header) ?? refusalOfHiddenLines(loaded)
        actions[action] =
          refusal &&
          bilingualRefusal(await explainRefusal(database, definition, action, header, refusal))
      }
      const response: DocumentResponse = {
        ...visibleTo(definition, request.session, { header, lines }, header),
        hiddenLines,
        actions,
        ...(definition.postingSteps === undefined
          ? {}
          : { postingSteps: await readSteps(database, definition.name, header) }),
        isEditable:
          hiddenLines.length === 0 &&
          definition.editable.includes(loaded.header.state) &&
          holdsAny(request.session, rolesForDrafts(definition, 'edit', loaded.header)),
      }
      return success(response)
    },
  )
  routes.get(
    '/api/documents/:name/:id/flow',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { companyCode, id } = (await visible(request, table)).header
      const chain = await documentFlow(database, table, companyCode, id)
      const flow = await readableFlow(database, request.session, chain)
      const key = { companyCode, type: table.definition.name, id }
      return success(await withNeighbours(database, request.session, key, flow))
    },
  )
  routes.get(
    '/api/documents/:name/:id/history',
    { schema: { ...schema, params: identified, querystring: ofLine } },
    async (request) => {
      const { definition } = tableByName(request.params.name)
      if (!isHistoryItem(definition.name)) throw notFound(definition, request.params.id)
      const { header, lines } = await visible(request, tableByName(definition.name))
      const wanted = request.query.lineNo ?? lines[0]?.lineNo
      if (wanted === undefined) return success(noHistory)
      if (lines.every(({ lineNo }) => lineNo !== wanted)) throw notFound(definition, wanted)
      const { companyCode, id } = header
      const item = { companyCode, type: definition.name, id, lineNo: wanted }
      return success(await readItemHistory(database, request.session, item))
    },
  )
  routes.get(
    '/api/documents/:name/:id/moves',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const loaded = await visible(request, table)
      // Where the company keeps goods, and who moved them, is not for its suppliers.
      if (isExternal(request)) return success([])
      return success(await documentMoves(database, table.definition.name, loaded))
    },
  )
  routes.get(
    '/api/documents/:name/:id/log',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header, hiddenLines = [] } = await visible(request, table)
      const traces = await database.query<LogRow>(
        `select e.at, e.user_name, coalesce(u.account, 'system') as account, e.action, e.before, e.after, e.request_id
         from audit_entry e left join app_user u on u.id = e.user_id
         where e.company_code = $1 and e.subject_type = $2 and e.subject_id = $3 order by e.at, e.id limit 500`,
        [header.companyCode, table.definition.name, header.id],
      )
      const shown = hiddenLines.length === 0 ? traces : traces.map(withoutLines)
      return success(visibleTo(table.definition, request.session, shown, header))
    },
  )
  routes.get(
    '/api/documents/:name/:id/erp',
    { schema: { ...schema, params: identified } },
    async (request) => {
      const table = tableByName(request.params.name)
      const { header } = await visible(request, table)
      if (isExternal(request)) return success([])
      const column = request.session.language === 'en' ? 'sap_message_en' : 'sap_message_zh'
      return success(
        await database.query(
          // Includes unfinished postings it depends on, such as a rejected arrival, because they explain its state.
          `select id as posting_id, document_no, posting_key, direction, state, nullif(material_document, '') as material_document,
           nullif(material_document_year, '') as material_document_year, nullif(${column}, '') as message, direct_user, attempts, updated_at
         from erp_posting where company_code = $1 and document_type = $2 and document_id = $3
           or state not in ('posted', 'closed') and (company_code, id) in (
             select need.company_code, need.id from erp_posting own, ${dependenciesOf('own')}
             where own.company_code = $1 and own.document_type = $2 and own.document_id = $3 and own.state not in ('posted', 'closed'))
         order by sequence`,
          [header.companyCode, table.definition.name, header.id],
        ),
      )
    },
  )

  async function visible(request: FastifyRequest, table: DocumentTable) {
    const { id } = request.params as { id: string }
    assertMayRead(table, request.session)
    const loaded = await loadVisible(database, table, request.session, id)
    if (!loaded) throw notFound(table.definition, id)
    return loaded
  }
}

function notFound({ label }: Pick<AnyDocument, 'label'>, no: string | number) {
  return refuse('not-found', { subject: label.zh, subjectEn: label.en, no })
}

/** Of a document of which this person sees no line. */
const noHistory: ItemHistoryResponse = {
  lineNo: null,
  sums: [],
  rows: [],
  hasMore: false,
  closed: [],
}

const isExternal = ({ session }: FastifyRequest): boolean => session.scope.supplierNo !== null

/** Which lines an earlier state of the document had is not known by their numbers, so all of them are left out. */
function withoutLines(trace: LogRow): LogRow {
  return { ...trace, before: without(trace.before), after: without(trace.after) }
}

function without(state: LogRow['before']): LogRow['before'] {
  if (typeof state !== 'object' || state === null) return state
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'lines'))
}

/** The moves of the visible lines of one document with the ERP documents that posted them. */
function documentMoves(
  database: Database,
  type: string,
  { header: { companyCode, id }, lines, hiddenLines = [] }: LoadedDocument,
) {
  return database.query(
    `select m.id, m.moved_at, m.document_type, m.document_id, m.document_no, m.line_no, m.material_no, m.quantity, m.movement_type,
       m.reverses, to_jsonb(f) as from, to_jsonb(t) as to, u.user_name,
       p.material_document, p.material_document_year
     from stock_move m
     join lateral (select k.place, k.place_reference as "placeReference", k.plant, k.storage_location as "storageLocation", k.bin, k.batch, k.stock_category as "stockCategory", k.special_stock as "specialStock"
       from stock_key k where k.company_code = m.company_code and k.id = m.from_key) f on true
     join lateral (select k.place, k.place_reference as "placeReference", k.plant, k.storage_location as "storageLocation", k.bin, k.batch, k.stock_category as "stockCategory", k.special_stock as "specialStock"
       from stock_key k where k.company_code = m.company_code and k.id = m.to_key) t on true
     left join app_user u on u.id = m.user_id
     left join (select distinct on (i.move_id) i.move_id, p.material_document, p.material_document_year from erp_posting_item i
       join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id and p.direction = 'post' and p.material_document <> ''
       where i.company_code = $1 and i.move_id in (
         select id from stock_move where company_code = $1 and document_type = $2 and document_id = $3)
       order by i.move_id, p.sequence desc) p on p.move_id = m.id
     where m.company_code = $1 and m.document_type = $2 and m.document_id = $3
       and ($4::int[] is null or m.line_no = any($4)) order by m.moved_at, m.id limit 2000`,
    [companyCode, type, id, hiddenLines.length === 0 ? null : lines.map(({ lineNo }) => lineNo)],
  )
}
