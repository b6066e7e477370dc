import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  legacyImportPath,
  legacyKinds,
  type LegacyKind,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import type { LegacyFile } from '@kufang/contract/legacy-documents/legacy-import.ts'
import {
  legacyDateFormats,
  type KeptLegacyMapping,
  type LegacyDateFormat,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { openUploads } from '../platform/files/uploads.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { checkLegacy, importLegacy } from './import-legacy.ts'
import { readUpload, samplesOf } from './read-upload.ts'
import { takeBackImport } from './take-back.ts'

const roles = [cataloguePage(legacyImportPath).role]

const companyCode = z.string().min(1).max(10)
const uploadId = z.uuid()
const fieldName = z.string().min(1).max(40)
const column = z.object({
  header: z.string().min(1).max(400),
  dateFormat: z
    .enum(Object.keys(legacyDateFormats) as [LegacyDateFormat, ...LegacyDateFormat[]])
    .optional(),
  values: z.record(z.string().max(400), z.string().max(400)).optional(),
  unreadable: z.enum(['refuse', 'empty']).optional(),
})
const mapping = z.object({
  kind: z.enum(Object.keys(legacyKinds) as [LegacyKind, ...LegacyKind[]]),
  sourceSystem: z.string().trim().min(1).max(40),
  columns: z.record(fieldName, column),
  fixed: z.record(fieldName, z.string().max(400)),
})
/** As described to clients, and as kept. */
export const legacyMappingSchema = mapping
const file = z.object({ uploadId })
const wish = z.object({ companyCode, uploadId, mapping })
const wholeWish = wish.extend({
  mappingName: z.string().trim().max(60),
  onRefusal: z.enum(['stop', 'skip']),
})
const identified = z.object({ id: z.uuid() })
const backWish = z.object({ companyCode, reason: z.string().trim().min(1).max(200) })

/** Imports are a company's own matter: neither for suppliers, nor for a company outside the scope. */
function requireCompany({ scope }: Session, code: string): void {
  if (scope.supplierNo !== null)
    throw refuse('outside-scope', { what: '供应商', whatEn: 'Supplier', value: scope.supplierNo })
  if (!scope.companyCodes.includes(code))
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: code },
      { field: 'companyCode' },
    )
}

/** Routes by which files of an old system are read, checked, imported and taken back. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const legacyRoutes: AreaRoutes = (app, { database, settings }) => {
  const routes = typed(app)
  const config = { roles }
  const tags = ['legacy-documents']
  const uploads = openUploads(settings)
  const read = (session: Session, id: string) => readUpload(database, uploads, session, id)

  routes.post(
    '/api/legacy-documents/read',
    { config, schema: { tags, body: file } },
    async ({ session, body }) => {
      const { table } = await read(session, body.uploadId)
      const { fileName, headers, rows } = table
      return success<LegacyFile>({
        fileName,
        headers,
        rowCount: rows.length,
        samples: samplesOf(table),
      })
    },
  )
  routes.get(
    '/api/legacy-documents/mappings',
    { config, schema: { tags } },
    async ({ session }) => {
      const { companyCodes, supplierNo } = session.scope
      return success(
        await database.query<KeptLegacyMapping>(
          `select company_code, name, mapping, changed_at, changed_by_name from legacy_mapping
           where company_code = any($1::text[]) order by company_code, name`,
          [supplierNo === null ? companyCodes : []],
        ),
      )
    },
  )
  routes.post(
    '/api/legacy-documents/check',
    { config, schema: { tags, body: wish } },
    async ({ session, body }) => {
      requireCompany(session, body.companyCode)
      const { table } = await read(session, body.uploadId)
      const checked = { ...body, mapping: body.mapping as LegacyMapping, table }
      return success(await database.snapshot((tx) => checkLegacy(tx, session, checked)))
    },
  )
  routes.post(
    '/api/legacy-documents/imports',
    { config, schema: { tags, body: wholeWish } },
    async (request) => {
      const { session, body } = request
      requireCompany(session, body.companyCode)
      const key = idempotencyKeyOf(request)
      const uploaded = await read(session, body.uploadId)
      const wanted = { ...body, ...uploaded, mapping: body.mapping as LegacyMapping }
      const fingerprint = fingerprintOf('legacy-import', body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, body.companyCode, key, fingerprint, () =>
            importLegacy(tx, session, wanted),
          ),
        ),
      )
    },
  )
  routes.post(
    '/api/legacy-documents/imports/:id/take-back',
    { config, schema: { tags, params: identified, body: backWish } },
    async (request) => {
      const { session, body, params } = request
      requireCompany(session, body.companyCode)
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('legacy-import.take-back', params.id, body)
      return success(
        await database.transaction((tx) =>
          withIdempotency(tx, session, body.companyCode, key, fingerprint, () =>
            takeBackImport(tx, session, { ...body, ...params }),
          ),
        ),
      )
    },
  )
}
