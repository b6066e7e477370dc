import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { contentDisposition } from '../platform/files/content-disposition.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes, ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
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
import { granters } from './granters.ts'
import { findMaster, masterColumns } from './master-table.ts'
import { requireMaster } from './needed-masters.ts'
import { masterRecordRoutes } from './record-routes.ts'
import { allowedMaster, askedApproval, masterNamed, writeMaster } from './route-parts.ts'
import { searchMasters, searchSizeMax } from './search-masters.ts'
import { readSeenBy } from './seen-by.ts'

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
const approval = askedApproval
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
  const schema = { tags: ['masters'], params: masterNamed }
  registerChanges(app, context)
  masterRecordRoutes(app, context)

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

  // For who grants data scopes: what a person may see by what he has been granted so far.
  routes.post(
    '/api/finding/seen-by',
    { schema: { tags: ['masters'], body: z.object({ userId: z.uuid() }) } },
    async ({ session, body }) => {
      requireRole(session, { zh: '数据范围', en: 'Data scope' }, ...granters)
      return success(await readSeenBy(database, session, body.userId))
    },
  )

  routes.post(
    '/api/masters/:name/list',
    { schema: { ...schema, body: listRequest } },
    async (request) => {
      const definition = allowedMaster(request, 'read')
      return success(await listMasters(database, request.session, definition, request.body))
    },
  )

  // Users of a form may search the masters its fields refer to, within the scope.
  routes.post(
    '/api/masters/:name/search',
    { schema: { ...schema, body: searchRequest } },
    async ({ session, params, body }) => {
      const definition = findMaster(params.name)
      requireMaster(session, definition)
      return success(await searchMasters(database, session, definition, body))
    },
  )

  routes.post(
    '/api/masters/:name/export',
    { schema: { ...schema, body: exportRequest } },
    async (request, reply) => {
      const definition = allowedMaster(request, 'read')
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
      const definition = allowedMaster(request, 'edit')
      const { approval: asked = noReason, ...fields } = request.body
      return writeMaster(context, request, definition, 'create', (tx) =>
        addRow(tx, request.session, definition, fields, asked),
      )
    },
  )

  routes.put(
    '/api/masters/:name',
    { schema: { ...schema, body: versioned.loose() } },
    async (request) => {
      const definition = allowedMaster(request, 'edit')
      const { key, version, approval: asked = noReason, ...fields } = request.body
      return writeMaster(context, request, definition, 'update', (tx) =>
        changeRow(tx, request.session, definition, { key, version }, fields, asked),
      )
    },
  )

  for (const act of ['disable', 'enable'] as const) {
    routes.post(
      `/api/masters/:name/${act}`,
      { schema: { ...schema, body: versioned } },
      async (request) => {
        const definition = allowedMaster(request, 'edit')
        if (definition.isMirror === true)
          throw refuse('not-editable', {
            no: definition.label.zh,
            noEn: definition.label.en,
            state: 'ERP 镜像',
            stateEn: 'mirrored from the ERP',
          })
        const { approval: asked = noReason, ...given } = request.body
        return writeMaster(context, request, definition, act, (tx) =>
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
  routes.get(
    '/api/masters/:name/changes',
    { schema: { tags, params: masterNamed } },
    async (request) => {
      const definition = allowedMaster(request, 'read')
      return success(await listMasterChanges(database, request.session, definition))
    },
  )
  routes.post(
    '/api/masters/:name/changes/:id/:act',
    { schema: { tags, params: decisionParams.extend(masterNamed.shape), body: decisionBody } },
    (request) => {
      const definition = allowedMaster(request, 'edit')
      return answerDecision(database, request, approvedMaster(definition), (tx, given) =>
        decideMasterChange(tx, request.session, definition, given),
      )
    },
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
