import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { success } from '../../platform/http/envelope.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { signatureRule } from '../service/evidence.ts'

const asked = z.object({ companyCode: z.string().min(1).max(4) })

/** What a company wants of each hand-over, for whoever hands something over in it: said before he confirms. */
export const handOverRoutes: AreaRoutes = (app, { database }) => {
  typed(app).get(
    '/api/hand-over/rule',
    { schema: { tags: ['documents'], querystring: asked } },
    async ({ session, query: { companyCode } }) => {
      if (!session.scope.companyCodes.includes(companyCode))
        throw refuse('not-found', { subject: '公司', subjectEn: 'Company', no: companyCode })
      return success({ signature: await signatureRule(database, companyCode) })
    },
  )
}
