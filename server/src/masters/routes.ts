import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Row, Transaction } from '../platform/database/database.ts'
import { contentDisposition } from '../platform/files/content-disposition.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes, ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { streamXlsx } from '../platform/xlsx/stream-xlsx.ts'
import {
  answerDecision,
  decisionBody,
  decisionParams,
} from '../platform/approval/decision-route.ts'
import { readParameter } from '../system/public.ts'
import {
  addRow,
  approvedMaster,
  changeRow,
  decideMasterChange,
  listMasterChanges,
  switchRow,
} from './approved-masters.ts'
import { allMasters, assertMastersExportable, listMasters } from './list-masters.ts'
import { findMasters } from './find-masters.ts'
import { findMaterialUnits } from './material-units.ts'
import { findMaster, masterColumns, rolesForMaster } from './master-table.ts'
import { searchMasters, searchSizeMax } from './search-masters.ts'

const named = z.object({ name: z.string().max(60) })
const operators = [
  'eq',
  'in',
  'contains',
  'startsWith',
  'gte',
  'lte',
  'between',
  'empty',
  'notEmpty',
] as const
const listRequest = z.object({
  filters: z
    .array(
      z.object({
        field: z.string().max(60),
        operator: z.enum(operators),
        value: z.unknown().optional(),
      }),
    )
    .max(50)
    .optional(),
  search: z.string().max(200).optional(),
  sort: z
    .array(z.object({ field: z.string().max(60), direction: z.enum(['asc', 'desc']) }))
    .max(5)
    .optional(),
  cursor: z.string().max(4000).nullable().optional(),
  size: z.number().int().min(1).max(500).optional(),
  level: z.enum(['header', 'line']).optional(),
  withTotals: z.boolean().optional(),
})
const exportRequest = listRequest.extend({
  columns: z
    .array(z.object({ field: z.string().max(60), title: z.string().max(60) }))
    .min(1)
    .max(80),
})
const searchRequest = z.object({
  text: z.string().max(200).default(''),
  size: z.number().int().min(1).max(searchSizeMax).optional(),
  narrow: z.record(z.string().max(60), z.string().max(60)).optional(),
  codes: z.array(z.string().max(60)).max(searchSizeMax).optional(),
})
/** Of masters that are rules: why, and from which day. */
const approval = z
  .object({ reason: z.string().trim().max(200), effectiveFrom: z.iso.date().optional() })
  .optional()
const noReason = { reason: '' }
const versioned = z.object({
  key: z.record(z.string().max(60), z.unknown()),
  version: z.number().int(),
  approval,
})

/** The routes of all masters: one set, whatever the master. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const masterRoutes: AreaRoutes = (app, context) => {
  const routes = typed(app)
  const { database } = context
  const schema = { tags: ['masters'], params: named }
  registerChanges(app, context)

  // For the palette: rows with this code or name, of masters whose pages the person may open.
  routes.post(
    '/api/finding/masters',
    {
      schema: {
        tags: ['masters'],
        body: z.object({ text: z.string().trim().min(2).max(40) }),
      },
    },
    async ({ session, body }) => success(await findMasters(database, session, body.text)),
  )

  // For the cells in which quantities are entered: the units of their materials, within the scope.
  routes.post(
    '/api/finding/material-units',
    {
      schema: {
        tags: ['masters'],
        body: z.object({ materialNos: z.array(z.string().max(60)).max(searchSizeMax) }),
      },
    },
    async ({ session, body }) =>
      success(await findMaterialUnits(database, session, body.materialNos)),
  )

  routes.post(
    '/api/masters/:name/list',
    { schema: { ...schema, body: listRequest } },
    async (request) => {
      const definition = allowed(request, 'read')
      return success(await listMasters(database, request.session, definition, request.body))
    },
  )

  // Users of a form may search the masters its fields refer to, within the scope.
  routes.post(
    '/api/masters/:name/search',
    { schema: { ...schema, body: searchRequest } },
    async (request) =>
      success(
        await searchMasters(
          database,
          request.session,
          findMaster(request.params.name),
          request.body,
        ),
      ),
  )

  routes.post(
    '/api/masters/:name/export',
    { schema: { ...schema, body: exportRequest } },
    async (request, reply) => {
      const definition = allowed(request, 'read')
      const { session } = request
      const { columns, cursor: _cursor, ...list } = request.body
      const shown = exportColumns(definition, columns)
      await assertMastersExportable(
        database,
        session,
        definition,
        list,
        await readParameter(database, 'export.rowsMax', {}),
      )
      const title = definition.label[session.language]
      return reply
        .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', contentDisposition(`${title}.xlsx`))
        .send(
          streamXlsx(shown, allMasters(database, session, definition, list), {
            sheetName: title,
            language: session.language,
          }),
        )
    },
  )

  routes.post(
    '/api/masters/:name',
    { schema: { ...schema, body: z.looseObject({ approval }) } },
    async (request) => {
      const definition = allowed(request, 'edit')
      const { approval: asked = noReason, ...fields } = request.body
      return write(context, request, definition, 'create', (tx) =>
        addRow(tx, request.session, definition, fields, asked),
      )
    },
  )

  routes.put(
    '/api/masters/:name',
    { schema: { ...schema, body: versioned.loose() } },
    async (request) => {
      const definition = allowed(request, 'edit')
      const { key, version, approval: asked = noReason, ...fields } = request.body
      return write(context, request, definition, 'update', (tx) =>
        changeRow(tx, request.session, definition, { key, version }, fields, asked),
      )
    },
  )

  for (const act of ['disable', 'enable'] as const) {
    routes.post(
      `/api/masters/:name/${act}`,
      { schema: { ...schema, body: versioned } },
      async (request) => {
        const definition = allowed(request, 'edit')
        if (definition.isMirror === true)
          throw refuse('not-editable', {
            no: definition.label.zh,
            noEn: definition.label.en,
            state: 'ERP 镜像',
            stateEn: 'mirrored from the ERP',
          })
        const { approval: asked = noReason, ...given } = request.body
        return write(context, request, definition, act, (tx) =>
          switchRow(tx, request.session, definition, given, act === 'enable', asked),
        )
      },
    )
  }
}

/** Changes of masters that are rules: those that wait, and what is decided of them. */
function registerChanges(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const tags = ['masters']
  routes.get('/api/masters/:name/changes', { schema: { tags, params: named } }, async (request) => {
    const definition = allowed(request, 'read')
    return success(await listMasterChanges(database, request.session, definition))
  })
  routes.post(
    '/api/masters/:name/changes/:id/:act',
    { schema: { tags, params: decisionParams.extend(named.shape), body: decisionBody } },
    (request) => {
      const definition = allowed(request, 'edit')
      return answerDecision(database, request, approvedMaster(definition), (tx, given) =>
        decideMasterChange(tx, request.session, definition, given),
      )
    },
  )
}

/** The master of a request, for holders of a role of its pages; masters without pages require `admin`. */
function allowed(
  request: FastifyRequest<{ Params: { name: string } }>,
  purpose: 'read' | 'edit',
): AnyMaster {
  const definition = findMaster(request.params.name)
  const roles = rolesForMaster(definition, purpose)
  requireRole(request.session, definition.label, ...(roles.length === 0 ? ['admin'] : roles))
  return definition
}

async function write(
  context: ServerContext,
  request: FastifyRequest,
  definition: AnyMaster,
  act: string,
  work: (tx: Transaction) => Promise<Row>,
) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  const fingerprint = fingerprintOf(`masters.${act}`, definition.name, request.body)
  return success(
    await context.database.transaction((tx) =>
      withIdempotency(tx, request.session, '', key, fingerprint, () => work(tx)),
    ),
  )
}

function exportColumns(definition: AnyMaster, wanted: readonly { field: string; title: string }[]) {
  const columns = masterColumns(definition)
  return wanted.map(({ field, title }) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (column === undefined) throw refuse('column-unknown', { column: field }, { field })
    const choices = definition.fields[field]?.choices
    const width = definition.fields[field]?.width
    return {
      field,
      label: title,
      kind: column.kind,
      ...(choices === undefined ? {} : { choices }),
      ...(definition.fields[field]?.master === 'unit' ? { isUnit: true } : {}),
      ...(width === undefined ? {} : { width }),
    }
  })
}
