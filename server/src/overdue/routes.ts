import { addAll } from '@kufang/kernel/add-all.ts'
import { documents } from '@kufang/contract/overdue/declarations.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { writeAudit } from '../platform/audit/audit.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { keepOverdueRecords } from './keep-records.ts'

const roles = rolesFor(documents['overdue-record'], 'decide')
const wanted = z.object({ companyCode: z.string().max(10).optional() }).default({})

/** Makes and follows the overdue records now instead of at night. */
export const overdueRoutes: AreaRoutes = (app, { database }) => {
  // Repeating is harmless: it compares what is true now with the records, so no idempotency key is needed.
  typed(app).post(
    '/api/overdue/generate',
    { schema: { tags: ['overdue'], body: wanted } },
    async (request) => {
      const { session } = request
      const { companyCode } = request.body
      const action = { zh: '现在生成', en: 'Generate now' }
      requireRole(session, action, ...roles)
      const { companyCodes, supplierNo } = session.scope
      // A supplier's account reads and writes nothing of other suppliers.
      if (supplierNo !== null)
        throw refuse('outside-scope', { what: '供应商', whatEn: 'Supplier', value: supplierNo })
      if (companyCode !== undefined && !companyCodes.includes(companyCode))
        throw refuse(
          'outside-scope',
          { what: '公司', whatEn: 'Company', value: companyCode },
          { field: 'companyCode' },
        )
      const kept = { made: 0, changed: 0, refused: [] as string[] }
      for (const company of companyCode === undefined ? companyCodes : [companyCode]) {
        const { made, changed, refused } = await keepOverdueRecords(database, company)
        kept.made += made
        kept.changed += changed
        addAll(kept.refused, refused)
        await writeAudit(database, session, [
          {
            companyCode: company,
            subjectType: 'overdue-record',
            subjectId: company,
            subjectNo: company,
            action: 'generate',
            after: { made, changed, refused },
          },
        ])
      }
      return success(kept)
    },
  )
}
